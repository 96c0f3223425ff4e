const names: Record<string, string> = {
  av1: 'AV1',
  cfhd: 'CineForm',
  dnxhd: 'DNxHR',
  ffv1: 'FFV1',
  h264: 'H.264',
  hevc: 'H.265',
  jpeg2000: 'JPEG 2000',
  mjpeg: 'Motion JPEG',
  mpeg2video: 'MPEG-2',
  mpeg4: 'MPEG-4 Part 2',
  prores: 'ProRes',
  r3d: 'R3D',
  rawvideo: 'Uncompressed',
  v210: 'Uncompressed 10-bit',
  v410: 'Uncompressed 10-bit',
  vp9: 'VP9',
}

/** Returns the display name of a codec: `h264` → "H.264". */
export const codecName = (codec: string): string => names[codec] ?? codec
