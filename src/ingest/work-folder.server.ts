/** Work folders: where a master is while it is processed, and from where its files move to storage. */
import { constants } from 'node:fs'
import { copyFile, mkdir, rename } from 'node:fs/promises'
import path from 'node:path'

import type { RenditionSet } from '#media/rendition-set.ts'
import type { Deps } from '#platform/deps.ts'

export type WorkFolder = { folder: string; master: string; renditions: string }
type WorkFolderDeps = { config: Pick<Deps['config'], 'data_dir'> }

export const workFoldersRoot = ({ data_dir }: WorkFolderDeps['config']): string => path.join(data_dir, 'ingest')

/** Returns the work folder of a master. Its files are reused when an interrupted ingest continues. */
export const workFolderOf = ({ config }: WorkFolderDeps, sha256: string): WorkFolder => {
  const folder = path.join(workFoldersRoot(config), sha256)
  return { folder, master: path.join(folder, 'master'), renditions: path.join(folder, 'renditions') }
}

/** Copies a file to its work folder, so that nothing changes it during processing. */
export const copyToWorkFolder = async (deps: WorkFolderDeps, file: string, sha256: string): Promise<void> => {
  const { folder, master } = workFolderOf(deps, sha256)
  await mkdir(folder, { recursive: true })
  const partFile = `${master}.${process.pid}.part`
  await copyFile(file, partFile, constants.COPYFILE_FICLONE)
  await rename(partFile, master)
}

/** Moves the files of a rendition set to storage. Returns their folder there. */
export const storeRenditionSet = async (
  storage: Deps['storage'],
  set: RenditionSet,
  workFolder: WorkFolder,
): Promise<string> => {
  const folder = `renditions/${set.master.sha256.slice(0, 20)}-${set.pipeline}`
  for (const file of set.files)
    await storage.adopt(`${folder}/${file.path}`, path.join(workFolder.renditions, file.path))
  return folder
}
