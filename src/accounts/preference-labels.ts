/** Labels of the email preferences. */
import { brand } from '#platform/brand.ts'

import type { PreferenceSlug } from './preferences.ts'

export const preferenceLabels: Record<PreferenceSlug, { name: string; hint: string }> = {
  'longtake-films': { name: `${brand.name} Films`, hint: 'New films, and the people behind them.' },
  'blog-articles': { name: 'Articles', hint: 'How footage is shot, cut and licensed.' },
  'new-footage-big-updates': { name: 'New footage and big updates', hint: 'New collections, and changes that matter.' },
}
