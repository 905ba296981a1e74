"""What has to be done, and why: the difference between what there is and what was made of it. Pure; sensors and builds follow it."""
