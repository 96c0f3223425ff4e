/** On a clip's page: searches for what looks like the frame that the player shows. */
import { ScanEye } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { messageOf } from '#platform/message.ts'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { framePath } from './look-path.ts'
import { sendScreen } from './send-frame.ts'

/** The player's video once it was played or sought in; before that its poster is seen, and the video may have no frame to give. */
const onScreen = () => {
  const player = document.querySelector('[data-player]')
  const video = player?.querySelector('video')
  if (!video) return player?.querySelector('img')
  if (video.readyState >= 2 && (video.currentTime > 0 || video.played.length > 0)) return video
  return Object.assign(new Image(), { src: video.poster })
}

export const LikeThisFrame = () => {
  const navigate = useNavigate()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const find = async () => {
    const screen = onScreen()
    if (!screen) return
    setBusy(true)
    try {
      await navigate(framePath(await sendScreen(screen)))
    } catch (error) {
      toast(messageOf(error), { kind: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button busy={busy && 'Looking at it…'} onClick={() => void find()}>
      <ScanEye aria-hidden="true" />
      More like the frame on screen
    </Button>
  )
}
