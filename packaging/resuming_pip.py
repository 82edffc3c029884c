"""pip, which keeps what has come of a file: resuming_pip.py PARTS PIP_ARGUMENT...

pip itself goes on where a connection broke, and starts a file anew once its process has ended. Here a file of an index that states
hashes comes into PARTS/HASH. It is asked for from where that ends, until its hash is right. Index, proxy, certificates, progress and
messages remain pip's. It replaces a class of pip's inside, so it is for the pip of versions.env.
"""
import pathlib
import shutil
import sys

from pip._internal.cli.main import main
from pip._internal.exceptions import HashMismatch, NetworkConnectionError
from pip._internal.operations import prepare  # before what it imports, which import each other
from pip._internal.network import download
from pip._internal.network.utils import HEADERS, raise_for_status
from pip._vendor.requests import RequestException
from pip._vendor.urllib3.exceptions import HTTPError

PARTS = pathlib.Path(sys.argv[1])


class Downloader(download.Downloader):
    def __call__(self, link, location):
        if not link.hash:  # nothing would tell a part of one file from that of another
            return super().__call__(link, location)
        part = PARTS / link.hash
        self.complete(link, part)
        try:
            link.as_hashes().check_against_path(str(part))
        except HashMismatch:  # the part was damaged, or of what the index had then
            part.unlink()
            self.complete(link, part)
        return str(shutil.move(part, pathlib.Path(location, link.filename))), ""

    def complete(self, link, part):
        """Connects until all has come; an error when --resume-retries connections, one after the other, bring nothing new."""
        furthest = failures = 0
        while True:
            error = None
            try:
                if self.go_on(link, part):
                    return
            except (RequestException, HTTPError) as raised:
                error = raised
            size = part.stat().st_size
            failures = 0 if size > furthest else failures + 1
            furthest = max(size, furthest)
            if failures > self._resume_retries:
                raise NetworkConnectionError(f"Connection broken at {size} bytes of {link.filename}: {error or 'it ended early'}")

    def go_on(self, link, part):
        """One connection; whether the part has as many bytes as the file then."""
        with open(part, "ab") as file:
            start = file.tell()
            headers = {**HEADERS, "Range": f"bytes={start}-"} if start else HEADERS
            with self._session.get(link.url_without_fragment, headers=headers, stream=True) as response:
                if response.status_code == 416:  # nothing is beyond what is there
                    return True
                raise_for_status(response)
                if response.status_code != 206:  # a server without ranges, which sends all of it
                    start = 0
                    file.truncate(0)
                length = response.headers.get("content-length")
                size = start + int(length) if length else None
                for chunk in download._log_download(response, link, self._progress_bar, size, start):
                    file.write(chunk)
            return size is None or file.seek(0, 2) >= size


PARTS.mkdir(exist_ok=True)
prepare.Downloader = Downloader
sys.exit(main(sys.argv[2:]))
