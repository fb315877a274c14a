"""The program that plays a learner of a file: own_program.py FILE CLASS [FOLDER OF THE LIBRARY]. `run` starts it; see own.py."""
import importlib.util
import os
import sys


def main() -> None:
    # not this file's own folder, which has a sklearn.py
    package = os.path.dirname(os.path.abspath(__file__))
    path, name = sys.argv[1:3]
    sys.path[:1] = [os.path.dirname(path), os.path.dirname(package)]
    if sys.argv[3:]:
        os.environ["WINNOWLAB"] = sys.argv[3]
    from winnowlab import experiments, own
    experiments.within_learner = True
    spec = importlib.util.spec_from_file_location(os.path.splitext(os.path.basename(path))[0], path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    cls = module
    for part in name.split("."):
        cls = getattr(cls, part)
    own.serve(cls)  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
