/** On the clip page, for teams in an Editfest: downloads the clip, and says how many clips are left. */
import { Clapperboard } from 'lucide-react'

import { ConfirmEmailNotice } from '#accounts/confirm-email-notice.tsx'
import { useSession } from '#accounts/use-session.ts'
import type { ClipDetail } from '#catalog/contract.ts'
import { useCall } from '#platform/http/query.ts'
import { Button } from '#ui/button.tsx'

import { canDownloadForEditfest, getEditfestCode, type EditfestAvailability } from './contract.ts'
import { useEditfestDownload } from './use-editfest-download.ts'

import css from './clip-download.module.css'

export const ClipDownload = ({ clip }: { clip: Pick<ClipDetail, 'id'> }) => {
  const isSignedIn = Boolean(useSession())
  const entry = useCall(getEditfestCode, {}, { enabled: isSignedIn }).data?.data
  const isRunning = isSignedIn && entry?.is_over === false
  const query = useCall(canDownloadForEditfest, { params: { id: String(clip.id) } }, { enabled: isRunning })
  const availability = query.data?.data
  return isRunning && availability?.entry ? (
    <EditfestOffer key={clip.id} clip_id={clip.id} availability={availability} entry={availability.entry} />
  ) : null
}

type EditfestOfferProps = {
  clip_id: number
  availability: EditfestAvailability
  entry: NonNullable<EditfestAvailability['entry']>
}

const EditfestOffer = ({ clip_id, availability, entry }: EditfestOfferProps) => {
  const { download, isStarting } = useEditfestDownload(clip_id)
  const { can_download, has_watermark, is_downloaded, reason } = availability
  return (
    <section className={css.offer} aria-label={entry.name}>
      <Button size="lg" wide disabled={!can_download} busy={isStarting && 'Preparing…'} onClick={download}>
        <Clapperboard aria-hidden />
        {is_downloaded ? `Download again for ${entry.name}` : `Use in ${entry.name}`}
      </Button>
      <p>
        {reason ??
          (is_downloaded
            ? 'Your team has this clip, in HD and without a watermark.'
            : `HD without a watermark. ${formatClipsLeft(entry.clips_left)}`)}
        {has_watermark && ' It does not count toward your clips.'}
      </p>
      <ConfirmEmailNotice after={reason} />
    </section>
  )
}

const formatClipsLeft = (left: number) => (left === 1 ? 'It is the last of your clips.' : `${left} clips are left.`)
