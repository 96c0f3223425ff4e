/** Reads and writes the manifest beside a set's files. */
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { hashFile } from './probe.server.ts'
import { isCurrent, parseRenditionSet, type RenditionSet } from './rendition-set.ts'

const MANIFEST = 'manifest.json'

/** Returns the manifest in a folder, or null when it is missing or this version cannot read it. */
export async function readManifest(folder: string): Promise<RenditionSet | null> {
  try {
    return parseRenditionSet(await readFile(path.join(folder, MANIFEST), 'utf8'))
  } catch {
    return null
  }
}

/** Returns the folder's set if it was made from this master and all of its files exist, else null. */
export async function readCurrentSet(folder: string, master: string): Promise<RenditionSet | null> {
  const set = await readManifest(folder)
  if (!set || !isCurrent(set, await hashFile(master))) return null
  const present = new Set(await readdir(folder))
  return set.files.every(file => present.has(file.path)) ? set : null
}

/** Write the manifest last: a folder that has one is complete. Deletes all other files in the folder. */
export async function writeManifest(folder: string, set: RenditionSet) {
  const draft = path.join(folder, `${MANIFEST}.part`)
  await writeFile(draft, `${JSON.stringify(set, null, 2)}\n`)
  await rename(draft, path.join(folder, MANIFEST))
  const expected = new Set([MANIFEST, ...set.files.map(file => file.path)])
  for (const name of await readdir(folder))
    if (!expected.has(name)) await rm(path.join(folder, name), { recursive: true })
}
