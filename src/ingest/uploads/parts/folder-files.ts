/** The video files of folders, sub-folders included. */

export const ACCEPTED_TYPES = 'video/*,.mov,.mp4,.m4v,.mxf,.mkv,.webm'
const VIDEO_NAME = /\.(?:mov|mp4|m4v|mxf|mkv|webm)$/i

/** macOS writes a file “._name” beside each file on some disks. */
const isVideo = ({ name, type }: Pick<File, 'name' | 'type'>) =>
  !name.startsWith('.') && (VIDEO_NAME.test(name) || type.startsWith('video/'))

const sortByName = <T extends { name: string }>(named: readonly T[]) =>
  named.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))

/** Returns the video files among the files of a chosen folder, in the order of their paths. */
export const pickVideoFiles = (files: readonly File[]): File[] =>
  files
    .filter(isVideo)
    .toSorted((a, b) => a.webkitRelativePath.localeCompare(b.webkitRelativePath, 'en', { numeric: true }))

/** A folder is read in parts, of 100 entries in Chromium. */
const readFolder = async (folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> => {
  const reader = folder.createReader()
  const entries: FileSystemEntry[] = []
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject))
    if (part.length === 0) return entries
    entries.push(...part)
  }
}

const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile

/** Returns the video files among dropped entries and in their folders. Rejects when one can't be read. */
export const listVideoFiles = async (entries: readonly FileSystemEntry[]): Promise<File[]> => {
  const files: File[] = []
  for (const entry of sortByName(entries)) {
    if (isFolder(entry)) files.push(...(await listVideoFiles(await readFolder(entry))))
    if (!isFile(entry)) continue
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject))
    if (isVideo(file)) files.push(file)
  }
  return files
}
