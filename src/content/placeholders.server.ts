/** Placeholders of content pages, such as {{company.legal_name}}: what they stand for in this shop. */
import { licenseRuleNames, licenseRules, type LicenseRuleName } from '#licensing/license-rules.ts'
import { distributions, endClientSizes } from '#licensing/terms.ts'
import type { Config } from '#platform/config.server.ts'
import type { Company } from '#platform/settings/company.ts'
import type { SettingsOf } from '#platform/settings/groups.ts'
import { formatDays, retentionFields, retentionNames } from '#platform/settings/retention-group.ts'

import { cookies, storage, type BrowserStorageEntry } from './defaults/browser-storage.ts'

/** What texts say about the company. */
export type CompanyFacts = Pick<
  Company,
  'name' | 'legal_name' | 'address' | 'country' | 'register' | 'tax_ids' | 'email' | 'phone'
>

export type PlaceholderSources = {
  company: CompanyFacts
  retention: SettingsOf<'retention'>
  config: Pick<
    Config,
    'sandbox_url' | 'gtm_id' | 'cloudinary' | 'demo' | 'google' | 'recaptcha' | 'sentry_dsn' | 'vies_url'
  >
  /** Whether the owner replaced the default license terms. Their rules are then known from the terms alone. */
  has_own_license_terms: boolean
}

/** Returns a placeholder for each rule of the license terms, `license.<rule>`. */
const describeRules = (describe: (name: LicenseRuleName) => string) =>
  Object.fromEntries(licenseRuleNames.map(name => [`license.${name}`, describe(name)])) as Record<
    `license.${LicenseRuleName}`,
    string
  >

/** The placeholders with what they stand for, as staff read it. */
export const placeholders = {
  'company.name': 'The name of the shop',
  'company.legal_name': 'The company’s legal name',
  'company.address': 'The company’s address without its country',
  'company.country': 'The company’s country',
  'company.register': 'The company’s register and number',
  'company.tax_ids': 'The company’s tax numbers',
  'company.email': 'The support email',
  'company.phone': 'The support phone',
  'license.distributions': 'The list of distributions with examples',
  'license.client_sizes': 'The end-client sizes in one sentence',
  ...describeRules(name => `What the default license terms say about ${name.replaceAll('_', ' ')}`),
  'privacy.summary': 'Two points about tracking and cookies',
  'privacy.cookies': 'The table of cookies',
  'privacy.storage': 'The table of browser storage',
  'privacy.measuring': 'What measures visits, and consent to it',
  'privacy.processors': 'The list of companies that process data',
  'privacy.signals': 'What a Global Privacy Control signal does',
  'privacy.outside': 'What comes from other addresses',
  'privacy.retention': 'The table of what is kept for how long',
  'privacy.tickets': 'How long messages are kept',
  'privacy.searches': 'How long searched words are kept',
  'privacy.tax_forms': 'How long tax forms of filmmakers are kept',
  'privacy.interest': 'How long it is kept who opened a clip',
  'shop.demo_footage': 'A sentence about the demo’s footage, in the demo',
} as const
export type Placeholder = keyof typeof placeholders

const PLACEHOLDER = /\{\{\s*([^{}\n]*?)\s*\}\}/g

const isPlaceholder = (name: string): name is Placeholder => Object.hasOwn(placeholders, name)

/** Escapes a value that others typed, so that it is text in any place of a Markdown line. */
export const escapeMarkdown = (value: string): string =>
  value
    .replaceAll(/\s+/g, ' ')
    .trim()
    .replaceAll(/[\\`*_[\]<>&|~!{}]/g, String.raw`\$&`)
    .replace(/^([#+=-]|\d+(?=[.)]))/, start => (/^\d/.test(start) ? start : `\\${start}`))
    .replace(/^(\d+)([.)])/, String.raw`$1\$2`)

const toStorageTable = (label: string, entries: readonly BrowserStorageEntry[]) =>
  [
    `| ${label} | What for | Until |`,
    '| --- | --- | --- |',
    ...entries.map(({ name, what, until }) => `| \`${name}\` | ${what} | ${until} |`),
  ].join('\n')

const STORAGE_TEXT =
  'All of it does what you asked for, except for `device_id` and `registration_referral`. Where the law asks for consent, these two are set only after you allowed them, and never when your browser sends Global Privacy Control or Do Not Track. You can allow them or take that back at the end of this page.'

const privacyTexts = ({ sandbox_url, gtm_id, cloudinary, ...services }: PlaceholderSources['config']) => {
  const measures = gtm_id !== undefined
  const outside = [measures && 'what measures visits', cloudinary && 'pictures of people'].filter(Boolean)
  return {
    'privacy.summary': measures
      ? '- No advertising. We sell no data and share none for advertising.\n- Visits are measured with Google Tag Manager: only if you allow it where the law wants that, and never if your browser says no.'
      : '- No advertising, no trackers, no profile of you. We sell no data and share none for advertising.\n- A handful of cookies. The two that you did not ask for are set only with your consent where the law asks for it.',
    'privacy.cookies': toStorageTable('Cookie', cookies),
    'privacy.storage': toStorageTable('Storage', storage),
    'privacy.measuring': measures
      ? `${STORAGE_TEXT} Google Tag Manager, which measures which pages are opened and what is put into the cart, sets cookies of its own. Where consent is needed it is not loaded before you gave it, never where payment details are typed in, and not at all when your browser sends Global Privacy Control or Do Not Track. It receives nothing about who you are. You can choose again at any time, at the end of this page.`
      : `${STORAGE_TEXT} There is no measuring of visits by others and no cookie of another company, except in the payment provider’s own fields at checkout.`,
    'privacy.processors': [
      sandbox_url === undefined
        ? '- **Payments:** Braintree, a PayPal service, takes cards and bank payments and checks them for fraud, on pages of checkout and payment methods only.'
        : '- **Payments:** this is a demonstration. Payments go to a simulator of our own that takes published test cards; no payment company is involved and no money moves.',
      ...(cloudinary
        ? ['- **Pictures of people and workspaces:** Cloudinary keeps those that you upload and shows them.']
        : []),
      ...(services.google
        ? ['- **Sign-in with Google:** if you choose it, Google tells us who you are, and learns that you log in here.']
        : []),
      ...(services.recaptcha
        ? [
            '- **Protection from robots:** Google reCAPTCHA checks forms, such as registration and payment, and sees your network address and browser.',
          ]
        : []),
      ...(services.sentry_dsn
        ? ['- **Error reports:** Sentry keeps reports of errors, without names, emails or what you typed.']
        : []),
      ...(services.vies_url
        ? ['- **VAT numbers:** the VIES service of the European Commission checks those that you enter.']
        : []),
      ...(measures
        ? ['- **Measuring of visits:** Google Tag Manager, and the tools that it loads, as described above.']
        : []),
      '- **Hosting and mail:** the companies that run our servers, backups and mail, bound by contract to do only what we say.',
    ].join('\n'),
    'privacy.signals': measures
      ? 'Visits are measured with Google Tag Manager. A browser that sends Global Privacy Control is not measured.'
      : 'Since there are no trackers, a Global Privacy Control signal finds nothing to switch off.',
    'privacy.outside':
      outside.length > 0
        ? `Fonts, scripts and pictures come from this address, except for ${outside.join(' and ')}.`
        : 'Fonts, scripts and pictures come from this address alone.',
  }
}

/** The placeholders with their values, for staff who write texts. */
export const describePlaceholders = (sources: PlaceholderSources) => {
  const values = listValues(sources)
  return Object.entries(placeholders).map(([name, about]) => ({
    name,
    about,
    value: isPlaceholder(name) ? values[name].replaceAll(/\\(?=[!-/:-@[-`{-~])/g, '') : '',
  }))
}

const toSentenceCase = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

const retentionTexts = (retention: PlaceholderSources['retention']) => ({
  'privacy.retention': [
    '| What | How long |',
    '| --- | --- |',
    ...retentionNames.map(
      name =>
        `| ${retentionFields[name].label} | ${toSentenceCase(formatDays(retention[name]))} ${retentionFields[name].from} |`,
    ),
  ].join('\n'),
  'privacy.tickets': formatDays(retention.tickets_days),
  'privacy.searches': formatDays(retention.search_log_days),
  'privacy.tax_forms': formatDays(retention.tax_forms_days),
  'privacy.interest': formatDays(retention.interest_days),
})

const listValues = (sources: PlaceholderSources): Record<Placeholder, string> => {
  const { company, config, retention, has_own_license_terms } = sources
  return {
    'company.name': escapeMarkdown(company.name),
    'company.legal_name': escapeMarkdown(company.legal_name),
    'company.address': escapeMarkdown(company.address.join(', ')),
    'company.country': escapeMarkdown(company.country),
    'company.register': escapeMarkdown(company.register),
    'company.tax_ids': escapeMarkdown(company.tax_ids.join(', ')),
    'company.email': escapeMarkdown(company.email),
    'company.phone': escapeMarkdown(company.phone),
    'license.distributions': distributions.map(({ name, examples }) => `- **${name}.** ${examples}.`).join('\n'),
    'license.client_sizes': endClientSizes.map(({ name, people }) => `${name} (${people})`).join(', '),
    ...describeRules(name =>
      has_own_license_terms
        ? `The [license terms](/license-terms#${licenseRules[name].section}) say that.`
        : licenseRules[name].short.replaceAll('{{company.country}}', escapeMarkdown(company.country)),
    ),
    ...privacyTexts(config),
    ...retentionTexts(retention),
    'shop.demo_footage': config.demo ? ' In this demo that is all of them: computer-generated sample footage.' : '',
  }
}

/** Returns sentences about placeholders that don't exist. */
export const findPlaceholderProblems = (source: string): string[] => [
  ...new Set(
    [...source.matchAll(PLACEHOLDER)]
      .map(([, name = '']) => name)
      .filter(name => !isPlaceholder(name))
      .slice(0, 5)
      .map(name => `There is no placeholder {{${name.slice(0, 60)}}}. The list below the text has all of them.`),
  ),
]

/**
 * Fills in the placeholders. A line whose details of the company are all unknown is left out. Unknown placeholders stay
 * as they are.
 */
export const fillPlaceholders = (source: string, sources: PlaceholderSources): string => {
  const values = listValues(sources)
  const isUnknown = (name: string) => name.startsWith('company.') && isPlaceholder(name) && values[name] === ''
  return source
    .split('\n')
    .filter(line => {
      const names = [...line.matchAll(PLACEHOLDER)].map(([, name = '']) => name)
      return names.length === 0 || !names.every(isUnknown)
    })
    .map(line => line.replaceAll(PLACEHOLDER, (text, name: string) => (isPlaceholder(name) ? values[name] : text)))
    .join('\n')
}
