/** Where masters are chosen or dropped, as files or as folders. */
import { Upload } from 'lucide-react'
import { useRef, useState, useSyncExternalStore, type DragEvent } from 'react'

import { formatBytes } from '#platform/bytes.ts'
import { Button } from '#ui/button.tsx'
import { cx } from '#ui/cx.ts'
import { useToast } from '#ui/toast.tsx'

import { MAX_UPLOAD_BYTES } from '../limits.ts'
import { ACCEPTED_TYPES, listVideoFiles, pickVideoFiles } from './folder-files.ts'

import css from './drop-zone.module.css'

const subscribeToNothing = () => () => undefined
const canChooseFolders = () => 'webkitdirectory' in HTMLInputElement.prototype

type DropZoneProps = { onFiles: (files: File[]) => void }

/** The drop zone is the browser's own file input, which also accepts dropped files. */
export const DropZone = ({ onFiles }: DropZoneProps) => {
  const [isOver, setOver] = useState(false)
  const toast = useToast()
  const sendFolder = (files: File[]) => {
    if (files.length === 0) toast('There is no video file in this folder.', { kind: 'danger' })
    else onFiles(files)
  }
  const drop = (event: DragEvent) => {
    setOver(false)
    // The entries are readable only during the event.
    const entries = [...event.dataTransfer.items].flatMap(item => item.webkitGetAsEntry() ?? [])
    if (!entries.some(entry => entry.isDirectory)) return
    event.preventDefault()
    listVideoFiles(entries).then(sendFolder, () => toast('The folder can’t be read.', { kind: 'danger' }))
  }
  return (
    <div className={css.zone}>
      <label className={cx(css.drop, isOver && css.over)}>
        <Upload aria-hidden strokeWidth={1.5} />
        <span className={css.call}>
          <strong>Choose masters</strong> or drop them here
        </span>
        <span className={css.limits}>ProRes, DNxHR, H.264 or HEVC, up to {formatBytes(MAX_UPLOAD_BYTES)} each</span>
        <input
          type="file"
          multiple
          accept={ACCEPTED_TYPES}
          aria-label="Choose masters"
          className={css.input}
          onDragEnter={() => setOver(true)}
          onDragLeave={() => setOver(false)}
          onDrop={drop}
          onChange={({ currentTarget }) => {
            onFiles([...(currentTarget.files ?? [])])
            // Allow choosing the same file again.
            currentTarget.value = ''
          }}
        />
      </label>
      <FolderButton onFiles={sendFolder} />
    </div>
  )
}

/** Shown only where the browser can choose folders. */
const FolderButton = ({ onFiles }: DropZoneProps) => {
  const input = useRef<HTMLInputElement>(null)
  if (!useSyncExternalStore(subscribeToNothing, canChooseFolders, () => false)) return null
  return (
    <div className={css.folder}>
      <input
        hidden
        type="file"
        aria-label="Folder of masters"
        ref={element => {
          input.current = element
          if (element) element.webkitdirectory = true
        }}
        onChange={({ currentTarget }) => {
          onFiles(pickVideoFiles([...(currentTarget.files ?? [])]))
          currentTarget.value = ''
        }}
      />
      <Button onClick={() => input.current?.click()}>Choose a folder</Button>
    </div>
  )
}
