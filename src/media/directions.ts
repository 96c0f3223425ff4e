/** Where a picture can move. 'in' is a push toward the subject. Apart from the manifest, whose shape pages have no use for. */
export const directions = ['still', 'left', 'right', 'up', 'down', 'in', 'out', 'mixed'] as const
