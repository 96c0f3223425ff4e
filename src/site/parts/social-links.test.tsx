/** Networks stand at the foot when the brand's file lists them, and there only. */
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, expect, test, vi } from 'vitest'

import { brand } from '#platform/brand.ts'

import { SocialLinks } from './social-links.tsx'

vi.mock('#platform/brand.ts', async original => {
  const { brand } = await original<typeof import('#platform/brand.ts')>()
  return { brand: { ...brand } }
})

const list = (social: { name: string; to: string }[]) => Object.assign(brand, { social })
afterEach(() => list([]))

test('without a profile nothing is shown, not even an empty list', () => {
  list([])
  expect(renderToStaticMarkup(<SocialLinks />)).toBe('')
})

test('each profile is a link that says it is ours', () => {
  list([
    { name: 'Vimeo', to: 'https://vimeo.example/longtake' },
    { name: 'Instagram', to: 'https://instagram.example/longtake' },
  ])
  const html = renderToStaticMarkup(<SocialLinks />)
  expect(html).toContain('aria-label="Longtake elsewhere"')
  expect(html.match(/<a /g)).toHaveLength(2)
  expect(html).toContain('<a href="https://vimeo.example/longtake" rel="me noopener">Vimeo</a>')
})
