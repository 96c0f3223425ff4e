"""Renders the clips on a graphics card, in minutes instead of hours.

    node render.mjs export > scenes.json
    python3 render-gpu.py scenes.json OUT [--only id,id] [--workers 4] [--stills 0.1,0.5,0.9]

Draws the same scenes as render.mjs, as compute shaders with half floats, and encodes HEVC Main 10. Needs numpy and
moderngl with EGL, and ffmpeg (the variable FFMPEG names another program, PRESET x265's preset). A
clip that already has a file is skipped. --stills writes JPEG pictures of these moments instead of footage.
"""
import argparse, json, os, subprocess, sys, time
from multiprocessing import Pool

import moderngl
import numpy


def halton(index, base):
    factor, result = 1.0, 0.0
    while index > 0:
        factor /= base
        result += factor * (index % base)
        index //= base
    return result


HEADER = """#version 430
layout(local_size_x=8,local_size_y=8) in;
layout(rgba16f,binding=0) uniform image2D target;
uniform int add;
vec4 fragCoord;
"""
MAIN = """
void main(){ivec2 p=ivec2(gl_GlobalInvocationID.xy);if(any(greaterThanEqual(p,imageSize(target))))return;
  fragCoord=vec4(vec2(p)+0.5,0.0,1.0);drawPixel();imageStore(target,p,add==1?imageLoad(target,p)+result:result);}
"""
# 10-bit Y'CbCr of BT.709 in video range, chroma averaged over four pixels, top row first.
YUV = """#version 430
layout(local_size_x=8,local_size_y=8) in;
layout(r16ui,binding=0) uniform writeonly uimage2D luma;
layout(r16ui,binding=1) uniform writeonly uimage2D cb;
layout(r16ui,binding=2) uniform writeonly uimage2D cr;
uniform sampler2D s;
float y(vec3 c){return dot(c,vec3(0.2126,0.7152,0.0722));}
void main(){ivec2 p=ivec2(gl_GlobalInvocationID.xy),size=textureSize(s,0);if(any(greaterThanEqual(p*2,size)))return;
  vec3 sum=vec3(0.0);
  for(int j=0;j<2;j++)for(int i=0;i<2;i++){ivec2 q=p*2+ivec2(i,j);vec3 c=texelFetch(s,ivec2(q.x,size.y-1-q.y),0).rgb;sum+=c;
    imageStore(luma,q,uvec4(uint(64.5+876.0*clamp(y(c),0.0,1.0))));}
  sum*=0.25;float l=y(sum);
  imageStore(cb,p,uvec4(uint(clamp(512.5+896.0*(sum.b-l)/1.8556,64.0,960.0))));
  imageStore(cr,p,uvec4(uint(clamp(512.5+896.0*(sum.r-l)/1.5748,64.0,960.0))));}
"""


def to_compute(fragment):
    """Turns a fragment shader into a compute shader: data center cards draw few fragments, but compute fast."""
    body = fragment.split('\n', 1)[1]
    body = body.replace('out vec4 fragOut;', 'vec4 result;').replace('fragOut=', 'result=')
    body = body.replace('gl_FragCoord', 'fragCoord').replace('void main()', 'void drawPixel()')
    return HEADER + body + MAIN


class Renderer:
    def __init__(self, scene, passes, grade_numbers):
        self.scene, self.width, self.height = scene, scene['width'], scene['height']
        self.gl = gl = moderngl.create_standalone_context(backend='egl', require=430)
        sources = {'scene': scene['frag'], **{k: passes[k] for k in ('down', 'up', 'finish')}}
        self.programs = {k: gl.compute_shader(to_compute(source)) for k, source in sources.items()}
        self.programs['yuv'] = gl.compute_shader(YUV)
        self.samples = scene['samples']
        self.size = w, h = self.width, self.height
        self.linear, self.graded = self.texture(self.size), self.texture(self.size)
        self.chain = []
        # One more level than at 480 lines for each doubling, so that the bloom covers the same share of the frame.
        for _ in range(6 + max(0, round(numpy.log2(max(w / 854, h / 854))))):
            w, h = max(2, w >> 1), max(2, h >> 1)
            self.chain.append(self.texture((w, h)))
        half = (self.width // 2, self.height // 2)
        self.planes = [gl.texture(size, 1, dtype='u2') for size in (self.size, half, half)]
        self.uniform('scene', uRes=self.size, uDur=float(scene['duration']), uSeed=scene['seed'])
        for name, value in scene['params'].items():
            value = value if isinstance(value, list) else [value]
            self.uniform('scene', **{name: value[0] if len(value) == 1 else tuple(value)})
        grade = scene['grade']
        self.uniform('finish', res=self.size, gain=tuple(grade['gain']), lift=tuple(grade['lift']), b=1,
                     **{k: grade[k] for k in grade_numbers})

    def texture(self, size):
        texture = self.gl.texture(size, 4, dtype='f2')
        texture.filter = (moderngl.LINEAR, moderngl.LINEAR)
        texture.repeat_x = texture.repeat_y = False
        return texture

    def uniform(self, name, **values):
        for key, value in values.items():
            if key in self.programs[name]:
                self.programs[name][key].value = value

    def dispatch(self, name, size, **values):
        self.uniform(name, **values)
        self.programs[name].run((size[0] + 7) // 8, (size[1] + 7) // 8)
        self.gl.memory_barrier()

    def draw(self, name, source, target, add=0):
        source.use(0)
        target.bind_to_image(0, read=True, write=True)
        self.dispatch(name, target.size, s=0, px=(1 / source.width, 1 / source.height), add=add)

    def frame(self, index):
        """Returns the three planes of the frame (10-bit Y'CbCr 4:2:0 in 16-bit words) as bytes."""
        scene, n = self.scene, self.samples
        step = scene['speed'] / scene['fps']
        t = scene['start'] + index * step
        for k in range(n):
            self.linear.bind_to_image(0, read=True, write=True)
            self.dispatch('scene', self.size, uWeight=1 / n, add=int(k > 0), uTime=t + step * 0.5 * (k + 0.5) / n - step * 0.25,
                          uJit=(halton(k + 1, 2) - 0.5, halton(k + 1, 3) - 0.5))
        source = self.linear
        for level in self.chain:
            self.draw('down', source, level)
            source = level
        for i in range(len(self.chain) - 1, 0, -1):
            self.draw('up', self.chain[i], self.chain[i - 1], add=1)
        self.chain[0].use(1)
        self.uniform('finish', frame=(index + scene['seed'] * 131) & 0xFFFFFFFF)
        self.draw('finish', self.linear, self.graded)
        self.graded.use(0)
        for unit, plane in enumerate(self.planes):
            plane.bind_to_image(unit, read=False, write=True)
        self.dispatch('yuv', (self.width // 2, self.height // 2), s=0)
        return [plane.read(alignment=1) for plane in self.planes]


def encode(scene, path):
    """Starts ffmpeg: HEVC Main 10, or H.264 where the scene asks for it."""
    rate = scene.get('maxKbps', 1300)
    video = (['-c:v', 'libx264', '-profile:v', 'high', '-preset', 'slow', '-pix_fmt', 'yuv420p', '-crf', str(scene.get('crf', 20)),
              '-maxrate', f'{rate}k', '-bufsize', f'{3 * rate}k'] if scene.get('codec') == 'h264' else
             ['-c:v', 'libx265', '-preset', os.environ.get('PRESET', 'medium'), '-pix_fmt', 'yuv420p10le', '-tag:v', 'hvc1', '-crf', str(scene.get('crf', 22)),
              '-x265-params', f'log-level=error:pools=4:vbv-maxrate={rate}:vbv-bufsize={3 * rate}:aq-mode=3:colorprim=bt709:transfer=bt709:colormatrix=bt709'])
    return subprocess.Popen(
        [os.environ.get('FFMPEG', 'ffmpeg'), '-y', '-loglevel', 'error', '-f', 'rawvideo', '-pix_fmt', 'yuv420p10le',
         '-s', f"{scene['width']}x{scene['height']}", '-r', str(scene['fps']), '-i', '-', '-an', *video, '-color_primaries', 'bt709', '-color_trc', 'bt709',
         '-colorspace', 'bt709', '-map_metadata', '-1', '-fflags', '+bitexact', '-flags:v', '+bitexact',
         '-movflags', '+faststart', path], stdin=subprocess.PIPE)


def still(scene, planes, path):
    subprocess.run([os.environ.get('FFMPEG', 'ffmpeg'), '-y', '-loglevel', 'error', '-f', 'rawvideo', '-pix_fmt', 'yuv420p10le',
                    '-s', f"{scene['width']}x{scene['height']}", '-i', '-', '-vf', 'scale=in_color_matrix=bt709:in_range=tv:out_range=pc',
                    '-pix_fmt', 'yuvj420p', '-frames:v', '1', '-q:v', '3', path], input=b''.join(planes), check=True)


def render(job):
    scene, document, out, stills = job
    started, path = time.time(), os.path.join(out, scene['id'] + '.mp4')
    count = round(scene['duration'] * scene['fps'])
    try:
        if not stills and os.path.exists(path):
            return f"{scene['id']}: exists"
        renderer = Renderer(scene, document['passes'], document['gradeNumbers'])
        if stills:
            for at in stills:
                still(scene, renderer.frame(round(at * (count - 1))), os.path.join(out, f"{scene['id']}-{round(at * 100):02}.jpg"))
            return f"{scene['id']}: stills in {time.time() - started:.0f} s"
        part = os.path.join(out, f".{scene['id']}.part.mp4")
        encoder = encode(scene, part)
        for index in range(count):
            for plane in renderer.frame(index):
                encoder.stdin.write(plane)
        encoder.stdin.close()
        if encoder.wait() != 0:
            raise RuntimeError('ffmpeg failed')
        os.rename(part, path)
        return f"{scene['id']}: {count} frames in {time.time() - started:.0f} s, {os.path.getsize(path) // 1024} KB"
    except Exception as error:
        return f"{scene['id']}: FAILED {str(error)[:600]}"


if __name__ == '__main__':
    options = argparse.ArgumentParser()
    options.add_argument('scenes')
    options.add_argument('out')
    options.add_argument('--only', type=lambda text: text.split(','))
    options.add_argument('--workers', type=int, default=4)
    options.add_argument('--samples', type=int, default=8, help='samples per pixel and frame, at least')
    options.add_argument('--stills', type=lambda text: [float(part) for part in text.split(',')])
    options.add_argument('--resize', type=float, default=1, help='for quick stills: the factor of both sides')
    arguments = options.parse_args()
    with open(arguments.scenes) as file:
        document = json.load(file)
    os.makedirs(arguments.out, exist_ok=True)
    scenes = [s for s in document['scenes'] if not arguments.only or any(s['id'].startswith(o) for o in arguments.only)]
    scenes.sort(key=lambda s: -s['width'] * s['height'] * s['duration'] * s['fps'])
    for s in scenes:
        s['samples'] = max(arguments.samples, s['samples'])
        s['width'], s['height'] = (4 * round(s[k] * arguments.resize / 4) for k in ('width', 'height'))
    document = {'passes': document['passes'], 'gradeNumbers': document['gradeNumbers']}
    # Each clip gets a process of its own, so that its graphics context ends with it.
    with Pool(arguments.workers, maxtasksperchild=1) as pool:
        failed = False
        for line in pool.imap_unordered(render, [(s, document, arguments.out, arguments.stills) for s in scenes], chunksize=1):
            print(line, flush=True)
            failed = failed or 'FAILED' in line
    sys.exit(1 if failed else 0)
