import { useEffect, useState } from 'react'

/** Phones that cannot show arbitrary elements full screen can still show a video. */
type FullScreenVideo = HTMLVideoElement & { webkitEnterFullscreen?: () => void }

/** Enters or leaves full screen. */
export const toggleFullScreen = (root: HTMLElement | null, video: FullScreenVideo) => {
  if (document.fullscreenElement) void document.exitFullscreen()
  else if (root?.requestFullscreen) void root.requestFullscreen().catch(() => undefined)
  else video.webkitEnterFullscreen?.()
}

/** Returns whether an element is full screen. */
export const useFullScreen = (): boolean => {
  const [isFullScreen, setIsFullScreen] = useState(false)
  useEffect(() => {
    const update = () => setIsFullScreen(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', update)
    return () => document.removeEventListener('fullscreenchange', update)
  }, [])
  return isFullScreen
}
