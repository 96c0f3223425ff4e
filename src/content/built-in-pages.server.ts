/** The content pages that every shop has, with their default texts. The owner confirms each before the shop opens. */
import { aboutSource } from './defaults/about.ts'
import { californiaPrivacySource } from './defaults/california-privacy.ts'
import { faqSource } from './defaults/faq.ts'
import { imprintSource } from './defaults/imprint.ts'
import { licenseTermsSource } from './defaults/license-terms.ts'
import { privacyPolicySource } from './defaults/privacy-policy.ts'
import { refundPolicySource } from './defaults/refund-policy.ts'
import { termsOfUseSource } from './defaults/terms-of-use.ts'
import { withdrawalSource } from './defaults/withdrawal.ts'

export type BuiltInPage = {
  slug: string
  path: string
  /** Its name in lists, which stays when the owner changes the title. */
  name: string
  /** How the page uses headings and lists, for the editor. */
  layout: string
  title: string
  description: string
  /** The day of the last change of the default, "2026-11-20". */
  changed: string
  source: string
}

export const LICENSE_TERMS = 'license-terms'
export const WITHDRAWAL_NOTICE = 'withdrawal'
const CHANGED = '2026-11-20'
const CONSUMER_TERMS_CHANGED = '2026-11-28'
const LEGAL_LAYOUT =
  'The list before the first heading is shown as “In short”. Each heading (##) is a numbered section.'

export const builtInPages: readonly BuiltInPage[] = [
  {
    slug: LICENSE_TERMS,
    path: '/license-terms',
    name: 'License terms',
    layout: `${LEGAL_LAYOUT} The list is also printed on license agreements.`,
    title: 'License terms',
    description:
      'What a {{company.name}} license allows: channels, end clients, and what you may and may not do with a clip.',
    changed: CONSUMER_TERMS_CHANGED,
    source: licenseTermsSource,
  },
  {
    slug: 'terms-and-conditions',
    path: '/terms-and-conditions',
    name: 'Terms of use',
    layout: LEGAL_LAYOUT,
    title: 'Terms of use',
    description:
      'The terms of {{company.name}}: accounts and teams, prices and orders, delivery, refunds and fair use.',
    changed: CHANGED,
    source: termsOfUseSource,
  },
  {
    slug: 'privacy-policy',
    path: '/privacy-policy',
    name: 'Privacy policy',
    layout: LEGAL_LAYOUT,
    title: 'Privacy policy',
    description:
      'What {{company.name}} keeps about you, why and how long: no trackers, a handful of cookies, and your rights.',
    changed: CHANGED,
    source: privacyPolicySource,
  },
  {
    slug: 'california-privacy',
    path: '/privacy-policy/ccpa',
    name: 'California privacy',
    layout: LEGAL_LAYOUT,
    title: 'California privacy',
    description:
      'For residents of California: what {{company.name}} collects, that it sells and shares nothing, and how to use your rights.',
    changed: CHANGED,
    source: californiaPrivacySource,
  },
  {
    slug: 'imprint',
    path: '/imprint',
    name: 'Imprint',
    layout: LEGAL_LAYOUT,
    title: 'Imprint',
    description: 'Who runs {{company.name}}, and how to reach the company.',
    changed: CHANGED,
    source: imprintSource,
  },
  {
    slug: 'refund-policy',
    path: '/refund-policy',
    name: 'Refund policy',
    layout: LEGAL_LAYOUT,
    title: 'Refund policy',
    description: 'When {{company.name}} refunds a clip, how to ask for it, and how the money comes back.',
    changed: CHANGED,
    source: refundPolicySource,
  },
  {
    slug: 'faq',
    path: '/faq',
    name: 'Frequent questions',
    layout:
      'Each heading (##) is a group, each heading below it (###) a question. {#word} at the end of a question is its address: /faq#word.',
    title: 'Good question.',
    description: 'How {{company.name}} works: searching, comps, licenses and prices, paying, files, teams.',
    changed: CHANGED,
    source: faqSource,
  },
  {
    slug: 'about',
    path: '/about',
    name: 'Our story',
    layout:
      'The first section opens the page, and the counts of clips, filmmakers and subjects follow it. Headings of the third level (###) stand beside each other.',
    title: 'Hold the shot.',
    description:
      'Why there is {{company.name}}: footage by filmmakers, for people who cut. Watch it move, license it in a minute, keep it for good.',
    changed: CHANGED,
    source: aboutSource,
  },
  {
    slug: WITHDRAWAL_NOTICE,
    path: '/withdrawal',
    name: 'Right of withdrawal',
    layout: `${LEGAL_LAYOUT} Everything below the list is in the order mails of consumers in the EU and the UK.`,
    title: 'Right of withdrawal',
    description: 'How consumers in the EU and the UK withdraw from an order at {{company.name}}, with the model form.',
    changed: CONSUMER_TERMS_CHANGED,
    source: withdrawalSource,
  },
]

export const findBuiltInPage = (slug: string): BuiltInPage | undefined => builtInPages.find(page => page.slug === slug)

export const contentPath = (slug: string): string => findBuiltInPage(slug)?.path ?? `/pages/${slug}`
