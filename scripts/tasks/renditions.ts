/** `npm run renditions [-- clip …]`: creates missing files in demo/renditions, clip by clip. It can be stopped and restarted. */
import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'

import { requirePrograms } from '#media/ffmpeg.server.ts'
import { readCurrentSet } from '#media/manifest.server.ts'
import type { RenditionSet } from '#media/rendition-set.ts'
import { makeRenditions } from '#media/renditions.server.ts'
import { UnusableFootage } from '#media/unusable-footage.ts'
import { defaultSettings } from '#platform/settings/groups.ts'

import { demoUploads } from '../../demo/uploads.ts'

const demo = path.resolve(import.meta.dirname, '../../demo')
const renditions = path.join(demo, 'renditions')
/** Lower than a shop's: every clone of the repository has these files. */
const PREVIEW_KBPS = 680

type CatalogClip = { id: string; file: string }
const catalog = JSON.parse(await readFile(path.join(demo, 'catalog.json'), 'utf8')) as { clips: CatalogClip[] }
const numbers = new Map(catalog.clips.map(({ id }, i) => [id, i + 1]))
const clips = [...catalog.clips, ...demoUploads.map(({ id }) => ({ id, file: `footage/clips-1080/${id}.mp4` }))]
const requestedIds = process.argv.slice(2)
const unknownIds = requestedIds.filter(id => !clips.some(clip => clip.id === id))
if (unknownIds.length) fail(`The demo has no clip ${unknownIds.join(', ')}.`)

function fail(message: string): never {
  console.error(message)
  process.exit(1)
}

const kilobytes = (set: RenditionSet) => Math.round(set.files.reduce((sum, file) => sum + file.bytes, 0) / 1000)

let created = 0
let failed = 0
let total = 0
const selected = clips.filter(clip => !requestedIds.length || requestedIds.includes(clip.id))
for (const [i, { id, file }] of selected.entries()) {
  const [master, folder] = [path.join(demo, file), path.join(renditions, id)]
  const label = `${String(i + 1).padStart(String(selected.length).length)}/${selected.length} ${id}`
  let set = await readCurrentSet(folder, master)
  if (!set) {
    const started = performance.now()
    try {
      const watermark = { name: defaultSettings.company.name, clip_number: numbers.get(id) ?? null }
      set = await makeRenditions(requirePrograms(), {
        clip: id,
        master,
        folder,
        watermark,
        preview_kbps: PREVIEW_KBPS,
      })
      created += 1
      console.log(`${label}: ${kilobytes(set)} kB in ${((performance.now() - started) / 1000).toFixed(1)} s`)
    } catch (error) {
      if (!(error instanceof UnusableFootage)) fail(error instanceof Error ? error.message : String(error))
      failed += 1
      console.error(`${label}: ${error.message}`, error.cause ?? '')
    }
  }
  total += set ? kilobytes(set) : 0
}

const knownIds = new Set(clips.map(clip => clip.id))
for (const name of await readdir(renditions).catch(() => []))
  if (!knownIds.has(name)) await rm(path.join(renditions, name), { recursive: true })

console.log(
  `${selected.length} clips: ${created} created, ${selected.length - created - failed} already there, ${failed} failed; ${(total / 1000).toFixed(1)} MB`,
)
process.exitCode = failed ? 1 : 0
