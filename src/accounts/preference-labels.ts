/** Labels of the email preferences. */
import type { PreferenceSlug } from './preferences.ts'

/** Returns the label of each preference. `shop` is the name of the shop. */
export const preferenceLabels = (shop: string): Record<PreferenceSlug, { name: string; hint: string }> => ({
  'longtake-films': { name: `${shop} Films`, hint: 'New films, and the people behind them.' },
  'blog-articles': { name: 'Articles', hint: 'How footage is shot, cut and licensed.' },
  'new-footage-big-updates': { name: 'New footage and big updates', hint: 'New collections, and changes that matter.' },
})
