/** The bench: where a master lies while it is worked on, and from where everything goes to storage. */
import { constants } from 'node:fs'
import { copyFile, mkdir, rename } from 'node:fs/promises'
import path from 'node:path'

import type { RenditionSet } from '#media/rendition-set.ts'
import type { Deps } from '#platform/deps.ts'

export type Bench = { folder: string; master: string; renditions: string }
type Around = { config: Pick<Deps['config'], 'data_dir'> }

export const benchesFolder = ({ data_dir }: Around['config']): string => path.join(data_dir, 'ingest')

/** A folder for each master that is worked on. What is on it when everything stops is used when it goes on. */
export const benchOf = ({ config }: Around, sha256: string): Bench => {
  const folder = path.join(benchesFolder(config), sha256)
  return { folder, master: path.join(folder, 'master'), renditions: path.join(folder, 'renditions') }
}

/** Copies a file to its bench: from then on it is ours, and nobody changes it while we look at it. */
export const layOut = async (tools: Around, file: string, sha256: string): Promise<void> => {
  const { folder, master } = benchOf(tools, sha256)
  await mkdir(folder, { recursive: true })
  const unfinished = `${master}.${process.pid}.part`
  await copyFile(file, unfinished, constants.COPYFILE_FICLONE)
  await rename(unfinished, master)
}

/** Puts a set's files where the shop serves them from. Answers their folder in storage. */
export const adoptSet = async (storage: Deps['storage'], set: RenditionSet, bench: Bench): Promise<string> => {
  const folder = `renditions/${set.master.sha256.slice(0, 20)}-${set.pipeline}`
  for (const file of set.files) await storage.adopt(`${folder}/${file.path}`, path.join(bench.renditions, file.path))
  return folder
}
