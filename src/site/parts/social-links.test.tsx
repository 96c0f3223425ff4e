/** Social profiles and sister sites are shown if the brand lists them, and leave no empty markup otherwise. */
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'

import { brand } from '#platform/brand.ts'

import { Footer } from './footer.tsx'
import { BrandBar } from './header.tsx'
import { SocialLinks } from './social-links.tsx'

vi.mock('#platform/brand.ts', async original => {
  const { brand } = await original<typeof import('#platform/brand.ts')>()
  return { brand: { ...brand } }
})

const setProfiles = (social: { name: string; to: string }[]) => Object.assign(brand, { social })
afterEach(() => {
  setProfiles([])
  Object.assign(brand, { sister_sites: [] })
})

const renderFrame = () =>
  renderToStaticMarkup(
    <MemoryRouter>
      <BrandBar />
      <Footer isDemo={false} year={2026} />
    </MemoryRouter>,
  )

test('without sister sites there is neither a section nor an empty list', () => {
  const html = renderFrame()
  expect(html).not.toContain('Family of brands')
  expect(html).not.toMatch(/<ul[^>]*><\/ul>/)
})

test('sister sites are in the brand bar and in the footer', () => {
  const to = 'https://prints.example'
  Object.assign(brand, { sister_sites: [{ name: 'Longtake Prints', about: 'Stills on paper.', to }] })
  const html = renderFrame()
  expect(html).toContain('Family of brands')
  expect(html.split(`href="${to}"`)).toHaveLength(3)
})

test('without profiles nothing is rendered', () => {
  setProfiles([])
  expect(renderToStaticMarkup(<SocialLinks />)).toBe('')
})

test('each profile is a link with rel=me', () => {
  setProfiles([
    { name: 'Vimeo', to: 'https://vimeo.example/longtake' },
    { name: 'Instagram', to: 'https://instagram.example/longtake' },
  ])
  const html = renderToStaticMarkup(<SocialLinks />)
  expect(html).toContain('aria-label="Longtake elsewhere"')
  expect(html.match(/<a /g)).toHaveLength(2)
  expect(html).toContain('<a href="https://vimeo.example/longtake" rel="me noopener">Vimeo</a>')
})
