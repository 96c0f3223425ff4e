import fc from 'fast-check'
import { expect, test } from 'vitest'

import { licenseRules } from '#licensing/license-rules.ts'
import { defaultSettings } from '#platform/settings/groups.ts'

import { builtInPages } from './built-in-pages.server.ts'
import {
  findMarkdownProblems,
  listSummary,
  MAX_SOURCE_LENGTH,
  MAX_TABLE_CELLS,
  renderMarkdown,
} from './markdown.server.ts'
import {
  escapeMarkdown,
  fillPlaceholders,
  findPlaceholderProblems,
  placeholders,
  type CompanyFacts,
  type PlaceholderSources,
} from './placeholders.server.ts'

const company: CompanyFacts = {
  name: 'Northlight',
  legal_name: 'Northlight GmbH & Co. KG',
  address: ['1 Pier', '20457 Hamburg'],
  country: 'Germany',
  register: 'HRB 1234',
  tax_ids: ['VAT DE123456789'],
  email: 'mail_us@northlight.example',
  phone: '+49 40 1234',
}
const noServices = { google: undefined, recaptcha: undefined, sentry_dsn: undefined, vies_url: undefined }
const sourcesOf = (facts: Partial<CompanyFacts>): PlaceholderSources => ({
  company: { ...company, ...facts },
  retention: defaultSettings.retention,
  config: { sandbox_url: undefined, gtm_id: undefined, cloudinary: undefined, demo: false, ...noServices },
  has_own_license_terms: false,
})

/** All HTML of a document. */
const toHtml = (source: string) => {
  const { html, sections } = renderMarkdown(source)
  return [html, ...sections.flatMap(section => [section.html, ...section.items.map(item => item.html)])].join('\n')
}

test('a document is split at its headings, with the anchors that they name', () => {
  expect(
    renderMarkdown('- One\n- *Two*\n\n## Parties {#who}\n\nText\n\n### First?\n\nYes, **really**.\n\n## Parties\n'),
  ).toEqual({
    html: '<ul>\n<li>One</li>\n<li><em>Two</em></li>\n</ul>\n',
    sections: [
      {
        id: 'who',
        title: 'Parties',
        html: '<p>Text</p>\n',
        items: [{ id: 'first', title: 'First?', html: '<p>Yes, <strong>really</strong>.</p>\n', text: 'Yes, really.' }],
      },
      { id: 'parties', title: 'Parties', html: '', items: [] },
    ],
  })
})

test('two headings with the same name have different anchors', () => {
  expect(renderMarkdown('## A\n## A\n## A-2\n').sections.map(({ id }) => id)).toEqual(['a', 'a-2', 'a-2-2'])
})

test('the summary is the list before the first heading', () => {
  expect(listSummary('- You pay *once*.\n- Cut it,\n  grade it.\n\n## More\n\n- Not this\n')).toEqual([
    'You pay once.',
    'Cut it, grade it.',
  ])
})

const attacks = [
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '[a](javascript:alert(1))',
  '[a](JaVaScRiPt&colon;alert(1))',
  '[a](&#106;avascript:alert(1))',
  '[a](\\javascript:alert(1))',
  '[a]( javascript:alert(1) "x")',
  '<javascript:alert(1)>',
  '[a](data:text/html,<script>)',
  '[a](vbscript:x)',
  '[a](//evil.example)',
  '[a](https:evil)',
  '![a](https://evil.example/pixel.png)',
  '![a" onerror="alert(1)](/media/images/0/1.webp)',
  '[a]: javascript:alert(1)\n\n[a]',
  '[a](/ok "x\\" onmouseover=\\"alert(1)")',
  '## <svg onload=alert(1)>',
  '| <b>x</b> |\n| --- |\n| <iframe src=//evil> |',
  '```"><script>alert(1)</script>\ncode\n```',
]
/** The elements and attributes that a rendered text may have. */
const ALLOWED_TAG =
  /^<\/?(p|ul|ol( start="\d+")?|li|em|strong|s|code( class="language-[^"<>]*")?|pre|blockquote|h[1-6]|hr|br|table|thead|tbody|tr|t[hd]( style="text-align:(left|right|center)")?|div( data-table role="group" aria-label="Table" tabindex="0")?|a( href="(https?:\/\/|mailto:|tel:|\/(?!\/)|#|\?)[^"<>]*"( title="[^"<>]*")?)?|img src="\/media\/images\/[^"<>]*" alt="[^"<>]*" loading="lazy" decoding="async")>$/i
const expectHarmless = (source: string) => {
  for (const [tag] of toHtml(source).matchAll(/<[^>]*>?/g)) expect(tag).toMatch(ALLOWED_TAG)
}

test.each(attacks)('%j is shown as text', source => {
  expectHarmless(source)
})

test('no text renders elements, attributes or links besides those of Markdown', () => {
  const piece = fc.oneof(
    fc.constantFrom(...attacks),
    fc.constantFrom('\n', '\n\n', '# ', '## ', '> ', '- ', '1. ', '|', '\n|-|-|\n', '`', '```', '**', '_', '~~', '\\'),
    fc.constantFrom('[', ']', '(', ')', '<', '>', '!', '"', '&', '&#x6a;', 'javascript:', 'https://a.example', '{#x}'),
    fc.string({ unit: 'binary', maxLength: 8 }),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), pieces => expectHarmless(pieces.join(''))),
    { numRuns: 500 },
  )
})

test('links and pictures that are dropped are named', () => {
  expect(findMarkdownProblems('[a](javascript:alert(1)) ![b](https://evil.example/x.png)')).toEqual([
    'The link “javascript:alert(1)” can’t be used. Links begin with https://, mailto:, tel:, / or #.',
    'The picture “https://evil.example/x.png” isn’t one of this shop. Upload it with “Add a picture”.',
  ])
  const picture = `/media/images/${'a'.repeat(32)}/960.webp`
  expect(findMarkdownProblems(`[a](/clips) ![b](${picture})`)).toEqual([])
  expect(toHtml(`![b](${picture})`)).toContain(`<img src="${picture}" alt="b"`)
  // Cloudinary's host has pictures of everybody: only the shop's own account is allowed.
  const hosted = '![b](https://res.cloudinary.com/northlight/image/authenticated/s--x--/c_limit,w_960/a)'
  const foreign = hosted.replace('northlight', 'somebody')
  const host = { cloud_name: 'northlight' }
  expect(findMarkdownProblems(hosted, host)).toEqual([])
  expect(renderMarkdown(hosted, host).html).toContain('<img src="https://res.cloudinary.com/northlight/')
  expect(findMarkdownProblems(foreign, host)).toHaveLength(1)
  for (const [source, from] of [
    [foreign, host],
    [hosted, {}],
  ] as const)
    expect(renderMarkdown(source, from).html).toBe('<p>b</p>\n')
})

test('a huge table, a huge text and an empty heading are named', () => {
  const rows = Array.from({ length: MAX_TABLE_CELLS / 2 }, () => '| a | b |')
  expect(findMarkdownProblems(['| a | b |', '| --- | --- |', ...rows].join('\n'))).toEqual([
    'A table can have 2,000 cells. Please split it.',
  ])
  expect(findMarkdownProblems('a'.repeat(MAX_SOURCE_LENGTH + 1))).toEqual([
    'The text is too long: it can have 100,000 characters.',
  ])
  expect(findMarkdownProblems('## \n\nText')).toEqual(['A heading is empty.'])
})

test('a company’s details are text wherever they are filled in', () => {
  fc.assert(
    fc.property(fc.oneof(fc.constantFrom(...attacks), fc.string({ unit: 'binary' })), value => {
      const { html } = renderMarkdown(`Word ${escapeMarkdown(value)} word`)
      expect(html.match(/<[^>]*>/g)).toEqual(['<p>', '</p>'])
      expectHarmless(escapeMarkdown(value))
    }),
  )
})

test('details are filled in, also in links', () => {
  const source = '{{company.legal_name}}: [{{ company.email }}](mailto:{{company.email}})'
  expect(toHtml(fillPlaceholders(source, sourcesOf({})))).toBe(
    '<p>Northlight GmbH &amp; Co. KG: <a href="mailto:mail_us@northlight.example">mail_us@northlight.example</a></p>\n\n'.trimEnd() +
      '\n',
  )
})

test('a line whose details are unknown is left out', () => {
  const source = '- Phone: {{company.phone}}\n- Register: {{company.register}}\n- Name: {{company.name}}'
  expect(fillPlaceholders(source, sourcesOf({ phone: '', register: '' }))).toBe('- Name: Northlight')
})

test('unknown placeholders are named and stay as they are', () => {
  expect(findPlaceholderProblems('{{company.name}} {{company.nmae}} {{constructor}}')).toEqual([
    'There is no placeholder {{company.nmae}}. The list below the text has all of them.',
    'There is no placeholder {{constructor}}. The list below the text has all of them.',
  ])
  expect(fillPlaceholders('{{company.nmae}}', sourcesOf({}))).toBe('{{company.nmae}}')
})

test.each(builtInPages)('the default text of $slug has no problem and no detail of its own', page => {
  const source = [page.title, page.description, page.source].join('\n')
  expect(findMarkdownProblems(page.source)).toEqual([])
  expect(findPlaceholderProblems(source)).toEqual([])
  const filled = fillPlaceholders(source, sourcesOf({}))
  expect(filled).not.toContain('{{')
  expect(filled).not.toMatch(/Longtake|Ireland|800-805/)
  if (!['imprint', 'faq', 'about'].includes(page.slug)) expect(listSummary(page.source).length).toBeGreaterThan(1)
})

test('texts repeat the default license terms, and lead to the terms that an owner wrote instead', () => {
  const source = '{{license.indemnity}}'
  expect(fillPlaceholders(source, sourcesOf({}))).toBe(licenseRules.indemnity.short)
  expect(fillPlaceholders(source, { ...sourcesOf({}), has_own_license_terms: true })).toBe(
    'The [license terms](/license-terms#warranty) say that.',
  )
})

test('the privacy policy names every service that is configured, and no other', () => {
  const base = sourcesOf({})
  const fill = (config: Partial<PlaceholderSources['config']>) =>
    fillPlaceholders('{{privacy.processors}}\n{{privacy.signals}}', { ...base, config: { ...base.config, ...config } })
  const services = /Google sign|Sign-in with Google|reCAPTCHA|Sentry|VIES|Tag Manager|Cloudinary/
  expect(fill({})).not.toMatch(services)
  expect(fill({ google: { client_id: 'a' } as never })).toContain('Sign-in with Google')
  expect(fill({ recaptcha: { site_key: 'a' } as never })).toContain('reCAPTCHA')
  expect(fill({ sentry_dsn: 'https://a@sentry.example/1' })).toContain('Sentry')
  expect(fill({ vies_url: 'https://vies.example' })).toContain('VIES')
  expect(fill({ gtm_id: 'GTM-1' })).not.toContain('there are no trackers')
})

test('every placeholder has a value', () => {
  const names = Object.keys(placeholders)
  const filled = fillPlaceholders(names.map(name => `{{${name}}}`).join('\n'), sourcesOf({}))
  expect(filled).not.toContain('{{')
})
