"""Pictures of a memory, drawn from its graph: interactive HTML pages, and static figures (SVG, PNG)."""

from kg.visualize.drawable_social_graph import DrawableSocialGraph
from kg.visualize.picture import FORMATS, Picture
from kg.visualize.pictures import Pictures

__all__ = ["FORMATS", "DrawableSocialGraph", "Picture", "Pictures"]
