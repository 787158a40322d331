"""Pictures of a memory: pages to look around in, figures for papers, taken from the graph and nothing else."""

from kg.visualize.picture import FORMS, Picture
from kg.visualize.pictures import Pictures

__all__ = ["FORMS", "Picture", "Pictures"]
