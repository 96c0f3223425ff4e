import { inflateSync } from 'node:zlib'

import { expect, test } from 'vitest'

import { defaultSettings } from '#platform/settings/groups.ts'

import { readPdfStructure } from '../../../testing/pdf.ts'
import type { AgreementContent } from './content.ts'
import { drawDocument } from './pdf.ts'
import { toSeller } from './seller.server.ts'

const seller = toSeller(defaultSettings)

const clip = { name: 'Low tide', filmmaker: 'Fallow Field Pictures', format: 'HD, 1920 × 1080' }
const content: AgreementContent = {
  kind: 'license-agreement',
  paper: 'A4',
  number: 'LT-2026-000042',
  placed_at: '2026-11-20T10:00:00.000Z',
  licensee: ['Aster & Daughters'],
  is_on_hold: false,
  has_limits: false,
  terms: {
    summary: ['You pay once. Your license is perpetual and worldwide.', 'Do not pass the clip itself on.'],
    effective_from: '2026-11-20T00:00:00.000Z',
    version: 1,
    url: 'https://longtake.example/license-terms?version=1',
    sha256: '0'.repeat(64),
  },
  licenses: [
    {
      client: 'Commercial · 2–50 people',
      agreed: [],
      grants: [{ distributions: 'Web & Social', territory: 'Worldwide', term: 'Perpetual' }],
      clips: Array.from({ length: 40 }, (_, n) => ({
        ...clip,
        number: n + 1,
        sha256: '0'.repeat(64),
        limits: [],
        project: 'Not assigned to a project yet',
      })),
    },
  ],
}

/** Returns the drawing operations of each page. */
const listPageStreams = (pdf: Buffer) =>
  [...pdf.toString('latin1').matchAll(/stream\n([\s\S]*?)\nendstream/g)]
    .flatMap(([, body = '']) => {
      try {
        return [inflateSync(Buffer.from(body, 'latin1')).toString('latin1')]
      } catch {
        return []
      }
    })
    .filter(stream => stream.includes(' TJ'))

test('page footers are skipped when the document is read aloud', async () => {
  const pages = listPageStreams(await drawDocument({ ...content, seller }))
  expect(pages.length).toBeGreaterThan(3)
  for (const page of pages) {
    expect(page.lastIndexOf('/Artifact')).toBeGreaterThan(page.lastIndexOf('/P <<'))
    expect(page.slice(page.lastIndexOf('/Artifact')).match(/ TJ/g)?.length).toBe(2)
    expect(page.match(/BDC/g)?.length).toBe(page.match(/EMC/g)?.length)
  }
})

test('another PDF reader finds the document tagged, titled and with a language', async () => {
  const { kinds, ...properties } = await readPdfStructure(await drawDocument({ ...content, seller }))
  expect(properties).toEqual({
    is_tagged: true,
    title: 'License agreement LT-2026-000042',
    language: 'en-US',
    pages: expect.any(Number),
    size_pt: expect.any(Array),
  })
  expect([...kinds]).toEqual(expect.arrayContaining(['Document', 'H1', 'H2', 'P']))
})

test('the same content gives the same bytes', async () => {
  expect((await drawDocument({ ...content, seller })).equals(await drawDocument({ ...content, seller }))).toBe(true)
})
