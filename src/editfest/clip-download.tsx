/** On the clip page, for teams in an Editfest: taking the clip for it, with what is left. */
import { Clapperboard } from 'lucide-react'

import { ConfirmEmailFirst } from '#accounts/confirm-email-first.tsx'
import { useSession } from '#accounts/use-session.ts'
import type { ClipDetail } from '#catalog/contract.ts'
import { useCall } from '#platform/query.ts'
import { Button } from '#ui/button.tsx'

import { canDownloadForEditfest, getEditfestCode, type CanDownload } from './contract.ts'
import { useFestivalDownload } from './use-festival-download.ts'

import css from './clip-download.module.css'

export const ClipDownload = ({ clip }: { clip: Pick<ClipDetail, 'id'> }) => {
  const isSignedIn = Boolean(useSession())
  const entry = useCall(getEditfestCode, {}, { enabled: isSignedIn }).data?.data
  const isRunning = isSignedIn && entry?.is_over === false
  const asked = useCall(canDownloadForEditfest, { params: { id: String(clip.id) } }, { enabled: isRunning })
  const said = asked.data?.data
  return isRunning && said?.entry ? <Offer key={clip.id} clip_id={clip.id} said={said} entry={said.entry} /> : null
}

type OfferProps = { clip_id: number; said: CanDownload; entry: NonNullable<CanDownload['entry']> }

const Offer = ({ clip_id, said, entry }: OfferProps) => {
  const { download, isStarting } = useFestivalDownload(clip_id)
  const { can_download, has_watermark, is_taken, reason } = said
  return (
    <section className={css.offer} aria-label={entry.name}>
      <Button size="lg" wide disabled={!can_download} busy={isStarting && 'Preparing…'} onClick={download}>
        <Clapperboard aria-hidden />
        {is_taken ? `Download again for ${entry.name}` : `Use in ${entry.name}`}
      </Button>
      <p>
        {reason ??
          (is_taken
            ? 'Your team has this clip, in HD and without a watermark.'
            : `HD without a watermark. ${leftOf(entry.clips_left)}`)}
        {has_watermark && ' It counts as none of yours.'}
      </p>
      <ConfirmEmailFirst after={reason} />
    </section>
  )
}

const leftOf = (left: number) => (left === 1 ? 'It is the last of your clips.' : `${left} clips are left to you.`)
