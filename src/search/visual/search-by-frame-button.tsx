/** The button on a clip page that searches for clips like the frame that the player shows. */
import { ScanEye } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'

import { frameSearchPath } from '#catalog/visual/visual-search-path.ts'
import { messageOf } from '#platform/http/error-message.ts'
import { Button } from '#ui/button.tsx'
import { useToast } from '#ui/toast.tsx'

import { uploadScreen } from './upload-frame.ts'

import styles from './search-by-frame-button.module.css'

/**
 * Returns the player's video if it has been played or sought; otherwise its poster, because the video may not have a frame
 * yet.
 */
const getScreen = () => {
  const player = document.querySelector('[data-player]')
  const video = player?.querySelector('video')
  if (!video) return player?.querySelector('img')
  if (video.readyState >= 2 && (video.currentTime > 0 || video.played.length > 0)) return video
  return Object.assign(new Image(), { src: video.poster })
}

export const SearchByFrameButton = () => {
  const navigate = useNavigate()
  const toast = useToast()
  const [busy, setBusy] = useState(false)
  const search = async () => {
    const screen = getScreen()
    if (!screen) return
    setBusy(true)
    try {
      const { code, subject } = await uploadScreen(screen)
      await navigate(frameSearchPath(code, subject))
    } catch (error) {
      toast(messageOf(error), { kind: 'danger' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button className={styles.frame} busy={busy && 'Analyzing…'} onClick={() => void search()}>
      <ScanEye aria-hidden="true" />
      More like the frame on screen
    </Button>
  )
}
