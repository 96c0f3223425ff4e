/** A still of what a video shows, at the video's own size and with its watermark. */

/** Returns a PNG. Throws when the video has no frame yet, or comes from another site that does not allow it. */
const drawStill = (video: HTMLVideoElement): Promise<Blob> => {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return new Promise((resolve, reject) => {
    canvas.toBlob(blob => (blob ? resolve(blob) : reject(new Error('The video has no frame yet.'))), 'image/png')
  })
}

export const copyStill = (video: HTMLVideoElement): Promise<void> =>
  navigator.clipboard.write([new ClipboardItem({ 'image/png': drawStill(video) })])

export const saveStill = async (video: HTMLVideoElement, name: string): Promise<void> => {
  const href = URL.createObjectURL(await drawStill(video))
  Object.assign(document.createElement('a'), { href, download: name }).click()
  // The browser reads the file after the click.
  setTimeout(() => URL.revokeObjectURL(href), 60_000)
}
