/** Finds the video files in a folder tree. Links are not followed, because they may lead anywhere. */
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

export type ScannedFile = {
  /** Relative to the folder. */
  file: string
  size_bytes: number
}

export type ScanResult = { files: ScannedFile[]; refused: { file: string; reason: string }[]; others: number }

/** Extensions of video files; the probe decides whether a file is one. */
const videoExtensions = new Set(
  '3gp avi braw flv m2ts m2v m3u8 m4v mkv mov mp4 mpeg mpg mts mxf ogv qt r3d ts webm wmv'.split(' '),
)

export const isVideoName = (name: string): boolean =>
  videoExtensions.has(path.extname(name).slice(1).toLowerCase()) && !path.basename(name).startsWith('.')

const isHidden = (file: string) => file.split(path.sep).some(part => part.startsWith('.'))

/** Returns whether a path is the folder or below it. Both are absolute. */
export const isWithin = (target: string, folder: string): boolean =>
  target === folder || target.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep)

/** Returns files sorted by name. `others` counts files with other extensions; files in `except` are skipped. */
export const scanFolder = async (folder: string, excludedFolder: string): Promise<ScanResult> => {
  const result: ScanResult = { files: [], refused: [], others: 0 }
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.relative(folder, path.join(entry.parentPath, entry.name))
    if (isHidden(file) || entry.isDirectory() || isWithin(entry.parentPath, excludedFolder)) continue
    if (!entry.isSymbolicLink() && !isVideoName(file)) result.others += 1
    else if (entry.isSymbolicLink())
      result.refused.push({ file, reason: 'This is a link to another place. Put the file itself here.' })
    else if (!entry.isFile()) result.refused.push({ file, reason: 'This is not a file.' })
    else result.files.push({ file, size_bytes: (await stat(path.join(folder, file))).size })
  }
  const byName = (a: { file: string }, b: { file: string }) => (a.file < b.file ? -1 : 1)
  return { ...result, files: result.files.toSorted(byName), refused: result.refused.toSorted(byName) }
}
