/** `npm run renditions [-- clip …]`: makes what demo/renditions lacks, clip by clip. Stop and start it as you like. */
import { readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'

import { needPrograms } from '#media/ffmpeg.server.ts'
import { currentSet } from '#media/manifest.server.ts'
import type { RenditionSet } from '#media/rendition-set.ts'
import { makeRenditions } from '#media/renditions.server.ts'
import { UnusableFootage } from '#media/unusable-footage.ts'

import { demoUploads } from '../../demo/uploads.ts'

const demo = path.resolve(import.meta.dirname, '../../demo')
const renditions = path.join(demo, 'renditions')

type Listed = { id: string; file: string }
const catalog = JSON.parse(await readFile(path.join(demo, 'catalog.json'), 'utf8')) as { clips: Listed[] }
const clips = [...catalog.clips, ...demoUploads.map(({ id }) => ({ id, file: `footage/clips/${id}.mp4` }))]
const asked = process.argv.slice(2)
const unknown = asked.filter(id => !clips.some(clip => clip.id === id))
if (unknown.length) fail(`The demo has no clip ${unknown.join(', ')}.`)

function fail(sentence: string): never {
  console.error(sentence)
  process.exit(1)
}

const kilobytes = (set: RenditionSet) => Math.round(set.files.reduce((sum, file) => sum + file.bytes, 0) / 1000)

let made = 0
let failed = 0
let total = 0
const chosen = clips.filter(clip => !asked.length || asked.includes(clip.id))
for (const [i, { id, file }] of chosen.entries()) {
  const [master, folder] = [path.join(demo, file), path.join(renditions, id)]
  const at = `${String(i + 1).padStart(String(chosen.length).length)}/${chosen.length} ${id}`
  let set = await currentSet(folder, master)
  if (!set) {
    const started = performance.now()
    try {
      set = await makeRenditions(needPrograms(), id, master, folder)
      made += 1
      console.log(`${at}: ${kilobytes(set)} kB in ${((performance.now() - started) / 1000).toFixed(1)} s`)
    } catch (error) {
      if (!(error instanceof UnusableFootage)) fail(error instanceof Error ? error.message : String(error))
      failed += 1
      console.error(`${at}: ${error.message}`, error.cause ?? '')
    }
  }
  total += set ? kilobytes(set) : 0
}

const listed = new Set(clips.map(clip => clip.id))
for (const name of await readdir(renditions).catch(() => []))
  if (!listed.has(name)) await rm(path.join(renditions, name), { recursive: true })

console.log(
  `${chosen.length} clips: ${made} made, ${chosen.length - made - failed} already there, ${failed} failed; ${(total / 1000).toFixed(1)} MB`,
)
process.exitCode = failed ? 1 : 0
