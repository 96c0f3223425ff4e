/** Directions of motion; 'in' is a push toward the subject. Separate from the manifest, so that pages do not bundle its schema. */
export const motionDirections = ['still', 'left', 'right', 'up', 'down', 'in', 'out', 'mixed'] as const
