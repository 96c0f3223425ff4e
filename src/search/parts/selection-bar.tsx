/** What can be done with the selected clips: add them to a board or the cart, download comps, compare, copy their numbers. */
import { Columns2, Copy, Download, X } from 'lucide-react'
import { lazy, Suspense, use, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'

import { ClipSlotsContext } from '#catalog/clip-slots.tsx'
import { downloadComp } from '#catalog/comp-contract.ts'
import type { Selection } from '#catalog/selection.tsx'
import { call } from '#platform/http/call.ts'
import { Refusal } from '#platform/http/refusal.ts'
import { toUserMessage } from '#platform/http/user-message.ts'
import { Button } from '#ui/button.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { useToast } from '#ui/toast.tsx'

import styles from './selection-bar.module.css'

const CompareDialog = lazy(() => import('./compare-dialog.tsx'))

const MAX_COMPARED = 4
/** Browsers drop downloads that start at the same moment. */
const DOWNLOAD_PAUSE_MS = 400

const pause = () => new Promise(resolve => setTimeout(resolve, DOWNLOAD_PAUSE_MS))

const startDownload = (url: string) => {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  link.click()
}

export default function SelectionBar({ selection }: { selection: Selection }) {
  const { clips, clear } = selection
  const { SelectionActions } = use(ClipSlotsContext)
  const toast = useToast()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const [isDownloading, setDownloading] = useState(false)
  const [isComparing, setComparing] = useState(false)

  const downloadComps = async () => {
    setDownloading(true)
    try {
      for (const { id } of clips) {
        const { data } = await call(downloadComp, { params: { id: String(id) }, body: null })
        startDownload(data.url)
        await pause()
      }
    } catch (error) {
      if (error instanceof Refusal && error.status === 401)
        void navigate(`/login?${new URLSearchParams({ next: pathname + search })}`)
      else toast(toUserMessage(error, 'The comps couldn’t be downloaded. Please try again.'), { kind: 'danger' })
    } finally {
      setDownloading(false)
    }
  }

  const copyNumbers = async () => {
    try {
      await navigator.clipboard.writeText(clips.map(({ id }) => `#${id}`).join(', '))
      toast(clips.length === 1 ? 'Clip number copied.' : `${clips.length} clip numbers copied.`, { kind: 'success' })
    } catch {
      toast('Your browser doesn’t allow copying here.', { kind: 'danger' })
    }
  }

  return (
    <section className={styles.bar} aria-label="Selected clips" data-selection-bar>
      <p role="status" className={styles.count}>
        {clips.length} selected
      </p>
      <div className={styles.actions}>
        {SelectionActions && <SelectionActions clips={clips} />}
        <Button
          disabled={clips.length < 2 || clips.length > MAX_COMPARED}
          title={`Compare 2 to ${MAX_COMPARED} clips`}
          onClick={() => setComparing(true)}
        >
          <Columns2 aria-hidden />
          Compare
        </Button>
        <Button busy={isDownloading && 'Downloading…'} onClick={() => void downloadComps()}>
          <Download aria-hidden />
          Comps
        </Button>
        <Button onClick={() => void copyNumbers()}>
          <Copy aria-hidden />
          Copy numbers
        </Button>
      </div>
      <IconButton icon={X} label="Clear the selection" onClick={clear} />
      {isComparing && (
        <Suspense>
          <CompareDialog clips={clips.slice(0, MAX_COMPARED)} onClose={() => setComparing(false)} />
        </Suspense>
      )}
    </section>
  )
}
