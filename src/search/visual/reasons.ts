/** Explains why a clip is similar: the parts of the distance in which it is near. */
import type { DistanceParts } from '#catalog/visual/distance.ts'

/** Below these distances the similarity is obvious. They cover roughly the nearest tenth of all footage. */
const nearThresholds = { colors: 13 ** 2, composition: 8 ** 2, motion: 3 ** 2 }

export const SAME_MOTION = 'Same motion'
const reasonTexts: Record<keyof DistanceParts, string> = {
  colors: 'Similar colors',
  composition: 'Similar composition',
  motion: SAME_MOTION,
}

/** The reason for all clips of the same shoot, for clips that share keywords, and for others of the same category. */
export const SAME_SHOOT = 'Same shoot'
export const SAME_SUBJECT = 'Same subject'
export const SAME_CATEGORY = 'Same category'
/** The reason for clips whose stills a model finds similar to a picture. */
export const SIMILAR_SUBJECT = 'Similar subject'

/** Returns the reasons, the strongest first; empty when the two are similar in no part. A single frame has no motion. */
export const listReasons = (parts: DistanceParts, { motion }: { motion: boolean }): string[] =>
  (['colors', 'composition', 'motion'] as const)
    .filter(part => (part !== 'motion' || motion) && parts[part] < nearThresholds[part])
    .toSorted((a, b) => parts[a] / nearThresholds[a] - parts[b] / nearThresholds[b])
    .map(part => reasonTexts[part])

/** The reason for the nearest clip where none is near: what it has most of. */
export const getNearestReason = ({ colors, composition }: DistanceParts): string =>
  colors / nearThresholds.colors < composition / nearThresholds.composition
    ? 'Roughly similar colors'
    : 'Roughly similar composition'

/** Describes how much of a color a clip has (0 to 1). Near shades count in part, so a percentage would be misleading. */
export const formatColorAmount = (amount: number): string => {
  if (amount >= 0.4) return 'Mostly this color'
  if (amount >= 0.18) return 'Much of this color'
  return amount >= 0.08 ? 'Some of this color' : 'A little of this color'
}

/** The reason for clips with a muted shade of the picked color, where few clips have the color itself. */
export const MUTED_SHADE = 'A duller shade of it'
