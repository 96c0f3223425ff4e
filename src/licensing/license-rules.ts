/**
 * What a license promises and forbids, once. The default license terms, the placeholders of other texts, articles and
 * pages are made from these rules, and the license window and agreements show the summary of the terms in effect.
 * `license-rules.test.ts` checks that nothing else makes such a promise. Plain Markdown with placeholders.
 */

import { DURATION_TEXT } from './duration-texts.ts'

type LicenseRule = {
  /** Its section of the license terms, for links. */
  section: string
  /** For summaries, answers and agreements. */
  short: string
  /** For the license terms. */
  text: string
}

export const licenseRules = {
  duration: {
    section: 'may',
    short: DURATION_TEXT,
    text: 'You may show your production in each channel that the license lists, as often as you like. The license is perpetual and worldwide, unless your order names a term or a territory. Then it holds for that term and territory alone, separately for each channel that names its own; a production that was first shown within the term may stay in archives and portfolios.',
  },
  precedence: {
    section: 'parties',
    short: 'What your order, its preferred rate or its quote says comes before the license terms.',
    text: 'What was agreed for your order comes before these terms, in this order: the note of a quote, the usage details and limits of a preferred rate, the license on the order, these terms. All of it is part of the license, and your license agreement shows it.',
  },
  parties: {
    section: 'parties',
    short: 'The licensee is the person or the legal entity that the order is billed to.',
    text: '{{company.legal_name}} (“we”) grants the license on behalf of the filmmaker. The licensee (“you”) is the person or the legal entity that the order is billed to. A workspace can hold licenses of several entities, and each license is its own entity’s.',
  },
  production: {
    section: 'may',
    short: 'It covers the channels you chose, in one production for one end client, in the file format you took.',
    text: 'Use it in one production and in its cutdowns, versions and trailers for the same end client. The project that you name before the download is that production.',
  },
  client: {
    section: 'client',
    short:
      'The end client is the company or person that the production is made for, which may be you. Count employees and regular contractors on the day of the order; if the client grows later, the license stays as it is. Use for another client needs another license.',
    text: 'A license is for one end client: the company or person that the production is made for, which may be you. Its size counts employees and regular contractors on the day of the order: {{license.client_sizes}}. If the client grows later, the license stays as it is. Use for another client needs another license.',
  },
  nonprofit: {
    section: 'client',
    short: 'Non-profit means a registered charity whose EIN is on the order.',
    text: '**Non-profit** means a registered charity whose EIN is on the order; without one the discount does not apply and the commercial license is due.',
  },
  editing: {
    section: 'may',
    short: 'Cut it, grade it, composite it.',
    text: 'Cut, crop, grade, retime, composite and translate the clip, and combine it with anything.',
  },
  sublicense: {
    section: 'may',
    short: 'The end client, broadcasters, platforms and distributors may show the production as you may.',
    text: 'Let the end client, and the broadcasters, platforms, festivals and distributors of the production, show it within the license. They need no license of their own, may not use the clip outside the production, and you answer to us for what they do with it.',
  },
  handover: {
    section: 'may',
    short: 'Editors, studios and post houses may have the file for their work on the production.',
    text: 'Hand the file to editors, studios and post houses who work on that production, and only for that work.',
  },
  transfer: {
    section: 'may-not',
    short: 'A license can’t be sold or given to somebody else, except together with the whole business.',
    text: 'Sell, lend or assign the license to somebody else. It passes on only together with the whole business that holds it, or with the production to the end client it was made for, who then keeps to these terms. Tell us when it does.',
  },
  resale: {
    section: 'may-not',
    short: 'Do not pass the clip itself on, and do not sell it as footage.',
    text: 'Sell, share or publish the clip by itself, or so that others can take it out as footage, a template or a loop.',
  },
  trademark: {
    section: 'may-not',
    short: 'Do not use it as a trademark or logo.',
    text: 'Use it as a trademark or logo, or claim that you made it.',
  },
  sensitive_use: {
    section: 'may-not',
    short:
      'Do not use it in what is unlawful, defamatory or pornographic, and do not let a person shown seem to endorse something or to have an illness without that person’s own consent.',
    text: 'Use it in what is unlawful, defamatory or pornographic, or so that a person shown seems to endorse a product, a party or a cause, or to have an illness, without that person’s own consent.',
  },
  ai: {
    section: 'may-not',
    short: 'Do not train, test or feed a machine-learning system with it.',
    text: 'Train, test or feed a machine-learning system with it, beyond tools that help edit your production.',
  },
  exclusivity: {
    section: 'buyout',
    short: 'The filmmaker keeps the copyright; licenses are non-exclusive.',
    text: 'Licenses are non-exclusive, and the filmmaker keeps the copyright, unless a clip’s page says that it is in the public domain. Exclusivity is agreed by quote, for the channels, territory and time that the quote names.',
  },
  buyout: {
    section: 'buyout',
    short:
      'An All-Media Buyout covers every channel of the price list and every other medium, known today or later, for the one end client. It is sold by quote.',
    text: 'An **All-Media Buyout** covers every channel above and every other medium, known today or later, paid and organic, in every production for the one end client. It does not keep others from licensing the same clip, unless the quote says so. It is [quoted on request](/contact?topic=buyout).',
  },
  releases: {
    section: 'releases',
    short:
      'A clip’s page names the releases on file. “Editorial” means news, commentary and documentary only. Where the page says nothing about releases, ask us before a use that needs one.',
    text: 'A clip’s page names the releases on file, and your order keeps them. Where it says **editorial**, use the clip only for news, commentary and documentary, not for advertising. Where it says nothing about releases, ask us before a use that needs one.',
  },
  warranty: {
    section: 'warranty',
    short: 'We warrant our right to license each clip, its copyright and the releases that its page names.',
    text: 'We warrant that we have the right to license each clip, that the clip as delivered infringes no copyright, and that the releases that its page names are signed and on file. We warrant nothing about trademarks, buildings, artworks and people that no named release covers.',
  },
  indemnity: {
    section: 'warranty',
    short:
      'If somebody claims otherwise, we defend you and pay, up to ten times the price of the clip. That is the one limit of our liability for a license.',
    text: 'If somebody claims otherwise, we take over the defense and what it costs, up to ten times the price of the clip, provided you tell us promptly and used it as licensed. This amount is the one limit of our liability for a license, whatever the reason. Beyond that a clip is licensed as it is, and neither of us owes the other lost profit. Nothing here limits liability for intent, gross negligence, injury or what the law does not let anybody limit.',
  },
  termination: {
    section: 'end',
    short: 'It ends for a clip that is refunded, and for one used against these terms.',
    text: 'It ends for a clip that we refund, from whose order a consumer withdraws, or whose payment is reversed, and for a clip used against these terms if you do not put that right within 14 days of our notice. Then take the production down where it shows the clip, and delete the file.',
  },
  law: {
    section: 'law',
    short: 'The law of {{company.country}} applies. Consumers keep the protection of the law where they live.',
    text: 'The law of {{company.country}} applies, without its rules of conflict. A consumer keeps the protection of the law where they live. The license in force on the day of an order stays the license of that order.',
  },
} as const satisfies Record<string, LicenseRule>

export type LicenseRuleName = keyof typeof licenseRules
export const licenseRuleNames = Object.keys(licenseRules) as LicenseRuleName[]
