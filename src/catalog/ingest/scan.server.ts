/** Finds the video files below a folder. Links are never followed: they can lead anywhere. */
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

export type FoundFile = {
  /** Relative to the folder. */
  file: string
  size_bytes: number
}

export type Found = { files: FoundFile[]; refused: { file: string; reason: string }[]; others: number }

/** What calls itself a video. Whether it is one is for the probe to say. */
const videos = new Set(
  '3gp avi braw flv m2ts m2v m3u8 m4v mkv mov mp4 mpeg mpg mts mxf ogv qt r3d ts webm wmv'.split(' '),
)

export const isVideoName = (name: string): boolean =>
  videos.has(path.extname(name).slice(1).toLowerCase()) && !path.basename(name).startsWith('.')

const isHidden = (file: string) => file.split(path.sep).some(part => part.startsWith('.'))

/** Whether a place is a folder, or lies below it. Both are whole paths. */
export const isWithin = (place: string, folder: string): boolean =>
  place === folder || place.startsWith(folder.endsWith(path.sep) ? folder : folder + path.sep)

/** In the order of their names. `others` are files that call themselves something else; what lies in `except` is not ours to find. */
export const findFiles = async (folder: string, except: string): Promise<Found> => {
  const found: Found = { files: [], refused: [], others: 0 }
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = path.relative(folder, path.join(entry.parentPath, entry.name))
    if (isHidden(file) || entry.isDirectory() || isWithin(entry.parentPath, except)) continue
    if (!entry.isSymbolicLink() && !isVideoName(file)) found.others += 1
    else if (entry.isSymbolicLink())
      found.refused.push({ file, reason: 'This is a link to another place. Put the file itself here.' })
    else if (!entry.isFile()) found.refused.push({ file, reason: 'This is not a file.' })
    else found.files.push({ file, size_bytes: (await stat(path.join(folder, file))).size })
  }
  const byName = (a: { file: string }, b: { file: string }) => (a.file < b.file ? -1 : 1)
  return { ...found, files: found.files.toSorted(byName), refused: found.refused.toSorted(byName) }
}
