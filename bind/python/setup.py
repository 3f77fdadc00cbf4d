# SPDX-License-Identifier: MIT
"""Builds libtakht from the tree that this folder lies in and puts it beside the package: no network, no other packages."""

import os
import shutil
import subprocess

from setuptools import Distribution, setup
from setuptools.command.build_py import build_py

HERE = os.path.dirname(os.path.abspath(__file__))
SYSTEM = os.environ.get("TAKHT_LIBRARY") == "system"  # libtakht comes in a package of its own
TREE = os.path.dirname(os.path.dirname(HERE))


class WithLibrary(build_py):
    def run(self):
        super().run()
        if SYSTEM:
            return
        build = os.environ.get("TAKHT_BUILD", os.path.join(TREE, "build", "python"))
        if "TAKHT_BUILD" not in os.environ:
            subprocess.run(["cmake", "-S", TREE, "-B", build, "-DCMAKE_BUILD_TYPE=Release", "-DTAKHT_LIBRARY_ONLY=ON"], check=True)
            subprocess.run(["cmake", "--build", build, "--target", "takht_shared", "-j", str(os.cpu_count() or 1)], check=True)
        shutil.copy(os.path.join(build, "bind", "libtakht.so.0"), os.path.join(self.build_lib, "takht", "libtakht.so.0"))


class Native(Distribution):
    """The library inside is for one kind of machine."""

    def has_ext_modules(self):
        return not SYSTEM


def version():
    with open(os.path.join(TREE, "VERSION"), encoding="ascii") as file:
        return file.read().strip()


setup(version=version(), cmdclass={"build_py": WithLibrary}, distclass=Native)
