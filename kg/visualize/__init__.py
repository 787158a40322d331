"""Pictures of a memory, drawn from its graph: interactive HTML pages, and static figures (SVG, PNG)."""

from typing import TYPE_CHECKING

from kg.lazy_exports import lazy_exports

if TYPE_CHECKING:
    from kg.visualize.drawable_social_graph import DrawableSocialGraph
    from kg.visualize.page_parts import (
        CYTOSCAPE_STYLE_HASH,
        STYLES,
        picture_data,
        picture_files,
        picture_markup,
        read_picture_file,
        script_names,
    )
    from kg.visualize.picture import FORMATS, Picture, check_picture_path
    from kg.visualize.pictures import Pictures
else:
    __getattr__ = lazy_exports(__name__, __file__)

__all__ = [
    "CYTOSCAPE_STYLE_HASH",
    "FORMATS",
    "STYLES",
    "DrawableSocialGraph",
    "Picture",
    "Pictures",
    "check_picture_path",
    "picture_data",
    "picture_files",
    "picture_markup",
    "read_picture_file",
    "script_names",
]
