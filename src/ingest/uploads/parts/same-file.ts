/** Identifies a file that is chosen again by name, size and date; its SHA-256 is verified after the upload. */
import { formatBytes } from '#platform/bytes.ts'

export type FileIdentity = { file_name: string; size_bytes: number; modified_ms: number }

export const identityOf = ({
  name,
  size,
  lastModified,
}: Pick<File, 'name' | 'size' | 'lastModified'>): FileIdentity => ({
  file_name: name,
  size_bytes: size,
  modified_ms: Math.max(0, Math.round(lastModified)),
})

/** Returns why the chosen file cannot resume the upload, or undefined when it is the same file. */
export const mismatchReason = (original: FileIdentity, chosen: FileIdentity): string | undefined => {
  const { file_name, size_bytes, modified_ms } = original
  if (chosen.size_bytes !== size_bytes)
    return `${chosen.file_name} is another file: “${file_name}” has ${formatBytes(size_bytes)}.`
  if (chosen.file_name !== file_name)
    return `${chosen.file_name} is another file: choose “${file_name}”, or cancel it and send this one.`
  if (chosen.modified_ms !== modified_ms)
    return `${file_name} was changed since a part of it was sent. Cancel it and upload it again.`
  return undefined
}
