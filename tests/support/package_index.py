"""A package index on this machine's loopback: pages with hashes and wheels with ranges, as PyPI's, and the faults of a network.

A context manager. `url` is for PIP_INDEX_URL. `requests` lists what was asked for: (file's name, first byte, bytes that were sent).
"""
import base64
import csv
import hashlib
import http.server
import io
import os
import pathlib
import re
import threading
import zipfile

BLOCK = 1 << 18
PACKAGING = pathlib.Path(__file__).resolve().parents[2] / "packaging"


def hash_of(data):
    return hashlib.sha256(data).hexdigest()


class Index:
    def __init__(self):
        self.projects = {}        # name: {wheel's name: bytes}
        self.requests = []
        self.ranges = True        # whether a part of a file can be asked for
        self.breaks = {}          # project: after how many bytes each of its next connections ends
        self.hashes = {}          # project: what the page states in place of its wheels' hash
        self.held = {}            # project: at which byte of its wheel connections stand still
        self.changed = threading.Condition()
        index = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                index.answer(self)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_port}/simple"

    def __enter__(self):
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        for project in list(self.held):
            self.hold(project, None)
        self.server.shutdown()
        self.server.server_close()

    def environment(self, home):
        """This process's, in which pip asks this index alone, with settings of nobody's."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith("PIP_") and not name.lower().endswith("_proxy")}
        return {**kept, "HOME": str(home), "XDG_CACHE_HOME": f"{home}/cache", "PIP_CONFIG_FILE": os.devnull, "PIP_INDEX_URL": self.url}

    # ---- what it has

    def add(self, name, version, files=None, requires=()):
        """A wheel of these files, {path: bytes}. Nothing in it is compressed."""
        package, content = name.replace("-", "_"), io.BytesIO()
        about = f"{package}-{version}.dist-info"
        needs = "".join(f"Requires-Dist: {line}\n" for line in requires)
        extras = "".join(f"Provides-Extra: {extra}\n" for extra in sorted(set(re.findall(r"extra == ['\"](\w+)", needs))))
        files = {**(files or {f"{package}.py": b""}),
                 f"{about}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{extras}{needs}".encode(),
                 f"{about}/WHEEL": b"Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n"}
        record = io.StringIO()
        for path, data in files.items():
            sum_of = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
            csv.writer(record).writerow((path, f"sha256={sum_of}", len(data)))
        with zipfile.ZipFile(content, "w") as wheel:
            for path, data in {**files, f"{about}/RECORD": record.getvalue().encode()}.items():
                wheel.writestr(path, data)
        self.projects.setdefault(name, {})[f"{package}-{version}-py3-none-any.whl"] = content.getvalue()

    def add_installed(self, site, name, version):
        """What an environment has of a package, as a wheel again."""
        about = pathlib.Path(site, f"{name}-{version}.dist-info")
        paths = [row[0] for row in csv.reader((about / "RECORD").read_text("utf-8").splitlines())]
        paths = [path for path in paths if not path.startswith(("..", about.name)) and not path.endswith(".pyc")]
        self.add(name, version, {path: pathlib.Path(site, path).read_bytes() for path in paths})

    def add_what_libraries_are(self, tool_chain, library):
        """All that packaging/libraries.sh asks for: the tool chain's pip, a torch of this one library, and what it needs, empty."""
        versions = dict(re.findall(r"^([A-Z0-9_]+)=(\S+)$", (PACKAGING / "versions.env").read_text(), re.MULTILINE))
        (site,) = tool_chain.glob("venv/lib/python3.*/site-packages")
        self.add_installed(site, "pip", versions["PIP"])
        self.add("torch", versions["TORCH"], {"torch/__init__.py": f"__version__ = '{versions['TORCH']}'".encode(),
                                              "torch/lib/libtorch_cpu.so": library},
                 [f"cuda-toolkit[cudart]=={versions['CUDA_TOOLKIT']}; platform_system == 'Linux'", "nvidia-cudnn-cu13==9.0", "triton==3.0"])
        self.add("cuda-toolkit", versions["CUDA_TOOLKIT"], requires=["nvidia-cuda-runtime==13.0.*; extra == 'cudart' and sys_platform == 'linux'",
                                                                     "nvidia-cublas==13.0.*; extra == 'cublas' and sys_platform == 'linux'"])
        self.add("nvidia-cuda-runtime", "13.0.96", {"nvidia/cu13/lib/empty": b""})
        self.add("nvidia-cudnn-cu13", "9.0", {"nvidia/cudnn/lib/empty": b""})
        for name in ("NUMPY", "SAFETENSORS", "FILELOCK", "FSSPEC", "JINJA2", "MARKUPSAFE", "MPMATH", "NETWORKX", "SYMPY", "TYPING_EXTENSIONS"):
            self.add(name.lower().replace("_", "-"), versions[name])

    def wheel(self, project):
        (content,) = self.projects[project].values()
        return content

    def asked(self, project):
        """(first byte, bytes that were sent) of each request for its wheel."""
        return [(first, sent) for name, first, sent in self.requests if name in self.projects[project]]

    def hold(self, project, byte):
        """Sends no more than that of its wheel, a multiple of BLOCK; all of it with None."""
        with self.changed:
            self.held.pop(project, None)
            if byte is not None:
                self.held[project] = byte
            self.changed.notify_all()

    # ---- what it says

    def answer(self, request):
        project, _, file = request.path.removeprefix("/simple/").partition("/")
        wheels = self.projects.get(project, {})
        if file in wheels:
            self.send_wheel(request, project, file, wheels[file])
        elif wheels and not file:
            links = "".join(f'<a href="{name}#sha256={self.hashes.get(project) or hash_of(data)}">{name}</a>\n'
                            for name, data in wheels.items())
            page = f"<!DOCTYPE html><html><body>{links}</body></html>".encode()
            request.send_response(200)
            request.send_header("Content-Type", "text/html")
            request.send_header("Content-Length", str(len(page)))
            request.end_headers()
            request.wfile.write(page)
        else:
            request.send_error(404)

    def send_wheel(self, request, project, name, content):
        asked = re.fullmatch(r"bytes=(\d+)-", request.headers.get("Range", ""))
        first = int(asked[1]) if asked and self.ranges else 0
        if first >= len(content):
            self.requests.append((name, first, 0))
            request.send_error(416)
            return
        request.send_response(206 if first else 200)
        request.send_header("Content-Length", str(len(content) - first))
        request.send_header("Cache-Control", "max-age=365000000, immutable, public")
        if first:
            request.send_header("Content-Range", f"bytes {first}-{len(content) - 1}/{len(content)}")
        request.end_headers()
        self.send_bytes(request, project, name, content, first)

    def send_bytes(self, request, project, name, content, first):
        breaks, at = self.breaks.get(project), first
        end = min(len(content), first + breaks.pop(0)) if breaks else len(content)
        try:
            while at < end:
                with self.changed:
                    self.changed.wait_for(lambda: at < self.held.get(project, end))
                block = content[at:min(at + BLOCK, end)]
                request.wfile.write(block)
                at += len(block)
        except OSError:
            pass  # who asked has gone
        self.requests.append((name, first, at - first))
        request.close_connection = True
