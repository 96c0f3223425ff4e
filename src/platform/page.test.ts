import { expect, test } from 'vitest'

import { brand } from './brand.ts'
import { pageMeta } from './page.ts'

const at = (pathname: string, search = '', public_url?: string) => ({
  matches: [{ loaderData: { public_url: public_url ?? 'https://shop.example' } }],
  location: { pathname, search },
})
type Tags = ReturnType<typeof pageMeta>
const canonicalOf = (tags: Tags) => tags.find(tag => 'rel' in tag && tag.rel === 'canonical')
const contentOf = (tags: Tags, name: string) =>
  tags.flatMap(tag =>
    'content' in tag && (('name' in tag && tag.name === name) || ('property' in tag && tag.property === name))
      ? [tag.content]
      : [],
  )
const thingsOf = (tags: Tags) => tags.flatMap(tag => ('script:ld+json' in tag ? [tag['script:ld+json']] : []))

test('the canonical address is the current one, lower-cased, at the configured address of the shop', () => {
  const tags = pageMeta(at('/Clips/Slow-Tide/3'), { title: 'Slow tide' })
  expect(canonicalOf(tags)).toMatchObject({ href: 'https://shop.example/clips/slow-tide/3' })
  expect(contentOf(tags, 'og:url')).toEqual(['https://shop.example/clips/slow-tide/3'])
})

test('pages of the admin have its name in their titles', () => {
  const titleOf = (pathname: string) =>
    pageMeta(at(pathname), { title: 'Coupons' }).flatMap(tag => ('title' in tag ? [tag.title] : []))
  for (const pathname of ['/admin', '/admin/coupons'])
    expect(titleOf(pathname)).toEqual([`Coupons | Admin | ${brand.name}`])
  expect(titleOf('/administration')).toEqual([`Coupons | ${brand.name}`])
})

test('no address leads the canonical one to another host', () => {
  for (const pathname of ['//', '//evil.example/clips', '///evil.example'])
    expect(canonicalOf(pageMeta(at(pathname), { title: 'Home' }))).toMatchObject({
      href: expect.stringMatching(/^https:\/\/shop\.example\//) as string,
    })
})

test('of the query only the parameters stay that make the page what it is', () => {
  const page = at('/collections', '?utm_source=Mail&page=2&modal=login&kind=')
  expect(canonicalOf(pageMeta(page, { title: 'Collections', params: ['kind', 'page'] }))).toMatchObject({
    href: 'https://shop.example/collections?page=2',
  })
  expect(canonicalOf(pageMeta(page, { title: 'Collections' }))).toMatchObject({
    href: 'https://shop.example/collections',
  })
})

test('a page that lies deep in a list is not for search engines', () => {
  const robots = (page: number) =>
    contentOf(pageMeta(at('/collections', `?page=${page}`), { title: 'Collections', params: ['page'] }), 'robots')
  expect(robots(10)).toEqual([])
  expect(robots(11)).toEqual(['noindex'])
})

test('a page without words and a picture of its own has the shop’s', () => {
  const tags = pageMeta(at('/'), { title: brand.name })
  expect(tags[0]).toEqual({ title: brand.name })
  expect(contentOf(tags, 'description')).toEqual(contentOf(tags, 'og:description'))
  expect(contentOf(tags, 'description')[0]).toContain(brand.tagline)
  expect(contentOf(tags, 'og:image')).toEqual(['https://shop.example/social.jpg'])
  expect(contentOf(tags, 'robots')).toEqual([])
  expect(thingsOf(tags)).toEqual([])
})

test('its own words, picture, way and things are told, and every address of them is whole', () => {
  const tags = pageMeta(at('/clips/slow-tide/3'), {
    title: 'Slow tide',
    description: 'Water at dusk.',
    image: '/media/slow-tide/poster.jpg',
    noindex: true,
    trail: [
      { name: 'Oceans', path: '/category/oceans' },
      { name: 'Slow tide', path: '/clips/slow-tide/3' },
    ],
    things: absolute => [{ '@type': 'VideoObject', contentUrl: absolute('/media/slow-tide/preview.mp4') }],
  })
  expect(tags[0]).toEqual({ title: `Slow tide | ${brand.name}` })
  expect(contentOf(tags, 'og:description')).toEqual(['Water at dusk.'])
  expect(contentOf(tags, 'og:image')).toEqual(['https://shop.example/media/slow-tide/poster.jpg'])
  expect(contentOf(tags, 'robots')).toEqual(['noindex'])
  expect(thingsOf(tags)).toEqual([
    {
      '@context': 'https://schema.org',
      '@type': 'BreadcrumbList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, name: 'Oceans', item: 'https://shop.example/category/oceans' },
        { '@type': 'ListItem', position: 2, name: 'Slow tide', item: 'https://shop.example/clips/slow-tide/3' },
      ],
    },
    {
      '@context': 'https://schema.org',
      '@type': 'VideoObject',
      contentUrl: 'https://shop.example/media/slow-tide/preview.mp4',
    },
  ])
})
