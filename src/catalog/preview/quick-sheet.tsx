/** A quick preview as a dialog with the full player, for touch and for the preview button. */
import { use } from 'react'

import { Button } from '#ui/button.tsx'
import { Dialog } from '#ui/dialog.tsx'
import { formatDuration } from '#ui/player/frames.ts'
import { Player } from '#ui/player/player.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

import { ClipSlotsContext } from '../clip-slots.tsx'
import type { ClipDetail } from '../contract.ts'
import { getCardName, getCardRatio } from './card-data.ts'

type QuickSheetProps = { card: HTMLElement; clip: ClipDetail | undefined; onClose: () => void }

export const QuickSheet = ({ card, clip, onClose }: QuickSheetProps) => {
  const { PreviewActions } = use(ClipSlotsContext)
  const open = () => {
    onClose()
    // The grid follows the link with its transition and its results.
    card.querySelector<HTMLElement>('a[href]')?.click()
  }
  const filmmakerName = clip?.collection.data.filmmaker.data.name
  return (
    <Dialog
      open
      onClose={onClose}
      size="xl"
      title={clip?.name ?? getCardName(card)}
      description={clip && `${filmmakerName}, ${formatDuration(clip.duration_in_seconds)}`}
      footer={
        <>
          {clip && PreviewActions && <PreviewActions clip={clip} onLeave={onClose} />}
          <Button kind="primary" size="lg" onClick={open}>
            Open this clip
          </Button>
        </>
      }
    >
      {clip ? (
        <>
          {clip.flashing && <p>Flashing light: this clip plays only when you start it.</p>}
          <Player
            title={clip.name}
            src={clip.movie.public_paths.preview}
            poster={clip.movie.public_paths.poster}
            ratio={clip.width / clip.height}
            fps={clip.fps}
            startTimecode={clip.tech.start_timecode}
            duration={clip.duration_in_seconds}
            thumbs={clip.movie.public_paths.sprite_vtt}
            autoPlay={!clip.flashing}
            sound={clip.tech.has_audio}
          />
        </>
      ) : (
        <Skeleton ratio={getCardRatio(card)} width="100%" />
      )}
    </Dialog>
  )
}
