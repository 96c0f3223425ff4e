/** The top of an order's page right after the purchase: the stills, and the one step or button to the files. */
import { Download } from 'lucide-react'
import { useState } from 'react'

import { ClipThumb } from '#catalog/clip-thumb.tsx'
import type { OrderClip } from '#licenses/contract.ts'
import { ProjectForm, useProjectForm } from '#licenses/project-form.tsx'
import { useZip } from '#licenses/zip/use-zip.ts'
import { formatBytes } from '#platform/bytes.ts'
import { Button } from '#ui/button.tsx'

import type { OrderDetail } from '../contract.ts'

import css from './order-confirmation.module.css'

const MAX_STILLS = 4

type OrderConfirmationProps = {
  order: OrderDetail
  state: 'paid' | 'processing'
  /** Those of the first page. */
  clips: readonly OrderClip[]
  /** The files can be downloaded once the clips have a project. */
  isOpen: boolean
}

export const OrderConfirmation = ({ order, state, clips, isOpen }: OrderConfirmationProps) => {
  const { universal_invoice_number: number, total, receipt_email, unassigned_count } = order
  return (
    <section className={css.confirmation} aria-labelledby="yours">
      <div className={css.stills}>
        {clips.slice(0, MAX_STILLS).map(clip => (
          <ClipThumb
            key={clip.id}
            thumbs={clip.thumbs}
            sizes="(width < 834px) 50vw, 420px"
            className={css.still}
            eager
          />
        ))}
      </div>
      <h2 id="yours" className={css.title}>
        {state === 'paid' ? 'It’s yours.' : 'Almost yours.'}
      </h2>
      <p className={css.paid}>
        {state === 'paid'
          ? `Order ${number} is paid: ${total.formatted}. The receipt went to ${receipt_email}.`
          : `Order ${number}: your bank will send ${total.formatted} in a few days. Then we’ll email the receipt to ${receipt_email}.`}
      </p>
      {isOpen && (unassigned_count > 0 ? <NameProject order={order} /> : <DownloadAll order={order} clips={clips} />)}
    </section>
  )
}

const NameProject = ({ order }: { order: OrderDetail }) => {
  // The day of the purchase, in UTC as on the order.
  const [start_date] = useState(() => order.placed_at.slice(0, 10))
  const project = useProjectForm({
    order,
    clips: null,
    defaults: { client_name: order.billing.company, start_date },
    onAssigned: () => undefined,
  })
  return (
    <div className={css.project}>
      <header>
        <h3>One last step: name the project</h3>
        <p>Then you can download your {order.clips_count === 1 ? 'clip' : 'clips'}. You only do this once per order.</p>
      </header>
      <ProjectForm id="new-project" {...project} />
      <Button
        type="submit"
        form="new-project"
        kind="primary"
        size="xl"
        busy={project.form.formState.isSubmitting && 'Assigning…'}
      >
        Assign to this project
      </Button>
    </div>
  )
}

const DownloadAll = ({ order, clips }: Pick<OrderConfirmationProps, 'order' | 'clips'>) => {
  const { zip, busy } = useZip()
  const files = clips.flatMap(({ formats }) => formats)
  if (files.length === 0) return null
  const bytes = files.reduce((sum, { size_bytes }) => sum + size_bytes, 0)
  // The size of files on further pages, and of those that are transcoded first, is not known here.
  const isExact = clips.length === order.clips_count && !files.some(({ needs_transcode }) => needs_transcode)
  const count = files.length === 1 ? '1 file' : `${files.length} files`
  return (
    <Button kind="primary" size="xl" busy={busy} onClick={() => zip({ order: order.universal_invoice_number })}>
      <Download aria-hidden="true" />
      {isExact ? `Download (${count}, ${formatBytes(bytes)})` : 'Download'}
    </Button>
  )
}
