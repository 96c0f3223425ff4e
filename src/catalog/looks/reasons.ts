/** Why a clip is shown as similar: the parts in which it is near, as a person would say it. */
import type { Parts } from './distance.ts'

/** Nearer than this, and one sees it without being told. Roughly the nearest tenth of all footage. */
const near = { colors: 13 ** 2, composition: 8 ** 2, motion: 3 ** 2 }

export const same_motion = 'Same motion'
const texts: Record<keyof Parts, string> = {
  colors: 'Similar colors',
  composition: 'Similar composition',
  motion: same_motion,
}

/** What holds for all clips of a shoot, and for those of a category that nothing else connects. */
export const same_shoot = 'Same shoot'
export const same_subject = 'Same subject'

/** The strongest reason first; none when the two are alike in nothing. A frame says nothing of motion. */
export const reasonsOf = (parts: Parts, { motion }: { motion: boolean }): string[] =>
  (['colors', 'composition', 'motion'] as const)
    .filter(part => (part !== 'motion' || motion) && parts[part] < near[part])
    .toSorted((a, b) => parts[a] / near[a] - parts[b] / near[b])
    .map(part => texts[part])

/** How much of a picked color a clip has, from 0 to 1, in words: shades near it count in part, so a number would promise too much. */
export const amountText = (amount: number): string => {
  if (amount >= 0.4) return 'Mostly this color'
  if (amount >= 0.18) return 'Much of this color'
  return amount >= 0.08 ? 'Some of this color' : 'A little of this color'
}

/** For a clip that has a duller shade of a picked color, where few have the color itself. */
export const duller_shade = 'A duller shade of it'
