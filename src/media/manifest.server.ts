/** The manifest beside a set's files: what is in the folder, and whether it is still right. */
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { hashFile } from './probe.server.ts'
import { isCurrent, parseRenditionSet, type RenditionSet } from './rendition-set.ts'

const MANIFEST = 'manifest.json'

/** The manifest in a folder; null when there is none, or none that this version can read. */
export async function readManifest(folder: string): Promise<RenditionSet | null> {
  try {
    return parseRenditionSet(await readFile(path.join(folder, MANIFEST), 'utf8'))
  } catch {
    return null
  }
}

/** The folder's set when it was made of exactly this master and every file of it is there, else null. */
export async function currentSet(folder: string, master: string): Promise<RenditionSet | null> {
  const set = await readManifest(folder)
  if (!set || !isCurrent(set, await hashFile(master))) return null
  const present = new Set(await readdir(folder))
  return set.files.every(file => present.has(file.path)) ? set : null
}

/** Written last, so that a folder with a manifest is whole; whatever else lies there goes. */
export async function writeManifest(folder: string, set: RenditionSet) {
  const draft = path.join(folder, `${MANIFEST}.part`)
  await writeFile(draft, `${JSON.stringify(set, null, 2)}\n`)
  await rename(draft, path.join(folder, MANIFEST))
  const kept = new Set([MANIFEST, ...set.files.map(file => file.path)])
  for (const name of await readdir(folder)) if (!kept.has(name)) await rm(path.join(folder, name), { recursive: true })
}
