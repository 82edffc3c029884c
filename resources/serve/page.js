// Sends a drawing or a picture to /predict, and shows the answer.
"use strict";

const spanish = {
    token: "Token", use: "Usar", picture: "Imagen", choose: "Elegir una imagen…", clear: "Limpiar", answer: "Respuesta",
    draw: "Dibuja aquí, o suelta una imagen", drop: "Suelta aquí una imagen", none: "ninguna de estas",
    wrongToken: "Esta red pide un token", lost: "El servidor no responde",
};
const english = {
    token: "Token", use: "Use", picture: "Picture", choose: "Choose a picture…", clear: "Clear", answer: "Answer",
    draw: "Draw here, or drop a picture", drop: "Drop a picture here", none: "none of these",
    wrongToken: "This network asks for a token", lost: "The server does not answer",
};
const isSpanish = navigator.language.startsWith("es");
const words = isSpanish ? spanish : english;
const find = id => document.getElementById(id);
const share = new Intl.NumberFormat(isSpanish ? "es" : "en", {style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1});
const kMostRows = 10;
const kPen = 20; // pixels wide, of 280

let network = null;
let asked = 0; // the newest question: answers to older ones are dropped

function headers(type) {
    const token = find("token").value;
    return {...(type ? {"Content-Type": type} : {}), ...(token ? {"Authorization": `Bearer ${token}`} : {})};
}

function showProblem(sentence) {
    find("problem").textContent = sentence;
    find("problem").hidden = !sentence;
}

function showAnswer(answer) {
    const said = !answer ? "" : answer.none_of_these ? words.none : answer.answer;
    find("answer").textContent = said || "–";
    document.title = said ? `${said} – Belfry` : "Belfry";
    const rows = !answer ? [] : Object.entries(answer.probabilities).sort((a, b) => b[1] - a[1]).slice(0, kMostRows);
    find("bars").tBodies[0].replaceChildren(...rows.map(([name, probability]) => {
        const row = document.createElement("tr"), head = document.createElement("th");
        head.scope = "row";
        head.textContent = name;
        const bar = document.createElement("progress");
        bar.value = probability;
        bar.setAttribute("aria-label", name);
        row.append(head, document.createElement("td"), document.createElement("td"));
        row.children[1].append(bar);
        row.children[2].textContent = share.format(probability);
        return row;
    }));
}

async function ask(picture) {
    const question = ++asked;
    try {
        const response = await fetch("predict", {method: "POST", headers: headers(picture.type || "application/octet-stream"), body: picture});
        const said = await response.json();
        if (question !== asked) return;
        const answer = said.answers ? said.answers[0] : {};
        const problem = said.error || answer.error || "";
        showProblem(problem);
        showAnswer(problem ? null : answer);
    } catch (error) {
        if (question === asked) showProblem(words.lost);
    }
}

function wipe() {
    const paper = find("pad").getContext("2d");
    paper.fillStyle = "#fff";
    paper.fillRect(0, 0, 280, 280);
}

function clear() {
    ++asked;
    wipe();
    find("shown").hidden = true;
    find("pad").hidden = !network || !network.handwriting;
    find("hint").hidden = false;
    find("file").value = "";
    showProblem("");
    showAnswer(null);
}

function show(picture) {
    if (!picture) return;
    const image = find("shown");
    URL.revokeObjectURL(image.src);
    image.src = URL.createObjectURL(picture);
    image.alt = picture.name || words.picture;
    image.hidden = false;
    find("pad").hidden = true;
    find("hint").hidden = true;
    ask(picture);
}

function drawWith(pad) {
    let last = null;
    const place = event => {
        const box = pad.getBoundingClientRect();
        return [(event.clientX - box.left) * 280 / box.width, (event.clientY - box.top) * 280 / box.height];
    };
    const line = to => {
        const paper = pad.getContext("2d");
        Object.assign(paper, {lineWidth: kPen, lineCap: "round", lineJoin: "round", strokeStyle: "#000"});
        paper.beginPath();
        paper.moveTo(...last);
        paper.lineTo(...to);
        paper.stroke();
        last = to;
    };
    pad.addEventListener("pointerdown", event => {
        pad.setPointerCapture(event.pointerId);
        last = place(event);
        line(last);
    });
    pad.addEventListener("pointermove", event => { if (last) line(place(event)); });
    const end = () => {
        if (!last) return;
        last = null;
        pad.toBlob(ask, "image/png");
    };
    pad.addEventListener("pointerup", end);
    pad.addEventListener("pointercancel", end);
}

async function start() {
    try {
        const response = await fetch("network", {headers: headers()});
        find("tokenForm").hidden = response.status !== 401;
        if (!response.ok) {
            find("network").textContent = response.status === 401 ? words.wrongToken : (await response.json()).error;
            return;
        }
        network = await response.json();
        find("network").textContent = `${network.network} · ${network.architecture} · ${network.data}`;
        find("hint").textContent = network.handwriting ? words.draw : words.drop;
        clear();
    } catch (error) {
        find("network").textContent = words.lost;
    }
}

document.documentElement.lang = isSpanish ? "es" : "en";
for (const element of document.querySelectorAll("[data-text]")) element.textContent = words[element.dataset.text];
find("pad").setAttribute("aria-label", words.draw);
find("tokenForm").addEventListener("submit", event => { event.preventDefault(); start(); });
find("clear").addEventListener("click", clear);
find("file").addEventListener("change", event => show(event.target.files[0]));
document.addEventListener("paste", event => show(event.clipboardData.files[0]));
document.addEventListener("dragover", event => { event.preventDefault(); find("drop").classList.add("over"); });
document.addEventListener("dragleave", () => find("drop").classList.remove("over"));
document.addEventListener("drop", event => {
    event.preventDefault();
    find("drop").classList.remove("over");
    show(event.dataTransfer.files[0]);
});
drawWith(find("pad"));
start();
