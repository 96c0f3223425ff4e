import { useEffect, useState } from 'react'

/** Phones that cannot show any element full screen can show the video. */
type PhoneVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

/** Fills the screen with the player, or gives it back. */
export const toggleFullScreen = (root: HTMLElement | null, video: PhoneVideo) => {
  if (document.fullscreenElement) void document.exitFullscreen()
  else if (root?.requestFullscreen) void root.requestFullscreen().catch(() => undefined)
  else video.webkitEnterFullscreen?.()
}

/** Whether something fills the screen now. */
export const useFullScreen = (): boolean => {
  const [full, setFull] = useState(false)
  useEffect(() => {
    const read = () => setFull(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', read)
    return () => document.removeEventListener('fullscreenchange', read)
  }, [])
  return full
}
