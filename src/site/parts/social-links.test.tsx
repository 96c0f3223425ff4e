/** Social profiles, sister sites and links of the settings are shown if there are any, and leave no empty markup otherwise. */
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'

import { CompanyContext } from '#platform/settings/company-context.ts'
import { toCompany, type Company } from '#platform/settings/company.ts'
import { defaultSettings } from '#platform/settings/groups.ts'

import { Footer } from './footer.tsx'
import { BrandBar } from './header.tsx'
import { SocialLinks } from './social-links.tsx'

const defaults = toCompany(defaultSettings)

const render = (links: Partial<Company>, part = <SocialLinks />) =>
  renderToStaticMarkup(
    <MemoryRouter>
      <CompanyContext value={{ ...defaults, ...links }}>{part}</CompanyContext>
    </MemoryRouter>,
  )

const renderFrame = (links: Partial<Company> = {}) =>
  render(
    links,
    <>
      <BrandBar />
      <Footer isDemo={false} year={2026} />
    </>,
  )

test('without sister sites there is neither a section nor an empty list', () => {
  const html = renderFrame()
  expect(html).not.toContain('Family of brands')
  expect(html).not.toMatch(/<ul[^>]*><\/ul>/)
})

test('sister sites are in the brand bar and in the footer', () => {
  const to = 'https://prints.example'
  const html = renderFrame({ sister_sites: [{ name: 'Longtake Prints', about: 'Stills on paper.', to }] })
  expect(html).toContain('Family of brands')
  expect(html.split(`href="${to}"`)).toHaveLength(3)
})

test('without profiles nothing is rendered', () => {
  expect(render({})).toBe('')
})

test('each profile is a link with rel=me', () => {
  const html = render({
    social: [
      { name: 'Vimeo', to: 'https://vimeo.example/longtake' },
      { name: 'Instagram', to: 'https://instagram.example/longtake' },
    ],
  })
  expect(html).toContain('aria-label="Longtake elsewhere"')
  expect(html.match(/<a /g)).toHaveLength(2)
  expect(html).toContain('<a href="https://vimeo.example/longtake" rel="me noopener">Vimeo</a>')
})

test('links of the company’s own are in the footer', () => {
  const html = renderFrame({ footer_links: [{ label: 'Imprint', to: 'https://northlight.example/imprint' }] })
  expect(html).toContain('href="https://northlight.example/imprint"')
})
