/** What a file is known by when it is chosen again; whether its bytes are the same is told by its sum when all has come. */
import { sizeWords } from '../limits.ts'

export type FileFacts = { file_name: string; size_bytes: number; modified_ms: number }

export const factsOf = ({ name, size, lastModified }: Pick<File, 'name' | 'size' | 'lastModified'>): FileFacts => ({
  file_name: name,
  size_bytes: size,
  modified_ms: Math.max(0, Math.round(lastModified)),
})

/** Why a chosen file cannot go on with what was begun, as a sentence; undefined when it is that file. */
export const whyAnother = (begun: FileFacts, chosen: FileFacts): string | undefined => {
  const { file_name, size_bytes, modified_ms } = begun
  if (chosen.size_bytes !== size_bytes)
    return `${chosen.file_name} is another file: “${file_name}” has ${sizeWords(size_bytes)}.`
  if (chosen.file_name !== file_name)
    return `${chosen.file_name} is another file: choose “${file_name}”, or cancel it and send this one.`
  if (chosen.modified_ms !== modified_ms)
    return `${file_name} was changed since a part of it was sent. Cancel it, and send it anew.`
  return undefined
}
