import { jpeg_quality, largest_px, squareOf, type Part } from './crop.ts'

/** A part of a shown picture as a square JPEG; null when the browser cannot make one. */
export const cut = (image: HTMLImageElement, part: Part): Promise<Blob | null> => {
  const { x, y, side } = squareOf(part, { width: image.naturalWidth, height: image.naturalHeight })
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = Math.min(side, largest_px)
  const surface = canvas.getContext('2d')
  if (!surface) return Promise.resolve(null)
  // A JPEG has no transparency: what is clear becomes paper.
  surface.fillStyle = 'white'
  surface.fillRect(0, 0, canvas.width, canvas.height)
  surface.imageSmoothingQuality = 'high'
  surface.drawImage(image, x, y, side, side, 0, 0, canvas.width, canvas.height)
  return new Promise(resolve => {
    canvas.toBlob(resolve, 'image/jpeg', jpeg_quality)
  })
}
