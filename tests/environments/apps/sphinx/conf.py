project = "Attention"
extensions = ["myst_parser"]
html_extra_path = ["files"]
