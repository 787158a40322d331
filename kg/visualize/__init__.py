"""Pictures of a memory, drawn from its graph: interactive HTML pages, and static figures (SVG, PNG)."""

from kg.visualize.picture import FORMATS, Picture
from kg.visualize.pictures import Pictures

__all__ = ["FORMATS", "Picture", "Pictures"]
