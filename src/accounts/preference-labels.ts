/** Labels of the email preferences. The record of consents keeps them as they were shown. */
import { digestPaceLabels, digestPaces, type DigestPace } from './digest-pace.ts'
import { preferenceSlugs, type PreferenceSlug } from './preferences.ts'

/** Returns the label of each preference. `shop` is the name of the shop. */
export const preferenceLabels = (shop: string): Record<PreferenceSlug, { name: string; hint: string }> => ({
  'longtake-films': { name: `${shop} Films`, hint: 'New films, and the people behind them.' },
  'blog-articles': { name: 'Articles', hint: 'How footage is shot, cut and licensed.' },
  'new-footage-big-updates': { name: 'New footage and big updates', hint: 'New collections, and changes that matter.' },
})

export const registrationOptInText = 'Stay up to date with films, footage, and filmmaking content.'

export const updatesLabel = {
  name: 'Updates about your work',
  hint: 'Clips that others add to your boards, quotes that wait for you and licenses that end within a month. For filmmakers, also their clips that were published or taken out of the shop, and what buyers look for.',
}

/** The text of the page that an unsubscribe link opens, with each of its buttons. */
export const unsubscribePageTexts = {
  unsubscribe: `Unsubscribe from updates? Updates are: ${updatesLabel.hint}`,
  undo: `Undo. Updates are: ${updatesLabel.hint}`,
}

/** Returns the hint of updates at one frequency. */
export const updatesHint = (pace: DigestPace): string =>
  `${updatesLabel.hint} ${digestPaceLabels[pace].name}: ${digestPaceLabels[pace].hint}`

/** Returns the text beside each mailing list and digest frequency, in one line. */
export const mailChoiceTexts = (shop: string) => {
  const labels = preferenceLabels(shop)
  return {
    lists: Object.fromEntries(
      preferenceSlugs.map(slug => [slug, `${labels[slug].name}: ${labels[slug].hint}`]),
    ) as Record<PreferenceSlug, string>,
    paces: Object.fromEntries(digestPaces.map(pace => [pace, `${updatesLabel.name}: ${updatesHint(pace)}`])) as Record<
      DigestPace,
      string
    >,
  }
}
