/* Draws a clip's frames. Runs in the browser page, so it can only use its arguments. */
export function pageSetup({ W, H, scale, frag, params, grade, gradeNumbers, passes, seed, dur }) {
  const c = document.createElement('canvas'); c.width = W; c.height = H; document.body.replaceChildren(c);
  const gl = c.getContext('webgl2', { preserveDrawingBuffer: true, alpha: false, antialias: false, depth: false });
  if (!gl) throw new Error('no WebGL2');
  if (!gl.getExtension('EXT_color_buffer_float') && !gl.getExtension('EXT_color_buffer_half_float')) throw new Error('no float target');
  const dbg = gl.getExtension('WEBGL_debug_renderer_info');
  const compile = (t, s) => { const x = gl.createShader(t); gl.shaderSource(x, s); gl.compileShader(x);
    if (!gl.getShaderParameter(x, gl.COMPILE_STATUS)) throw new Error('GLSL: ' + gl.getShaderInfoLog(x)); return x; };
  const program = f => { const p = gl.createProgram();
    gl.attachShader(p, compile(gl.VERTEX_SHADER, passes.vertex));
    gl.attachShader(p, compile(gl.FRAGMENT_SHADER, f)); gl.bindAttribLocation(p, 0, 'a'); gl.linkProgram(p);
    if (!gl.getProgramParameter(p, gl.LINK_STATUS)) throw new Error('link: ' + gl.getProgramInfoLog(p)); return p; };
  const loc = (p, n) => gl.getUniformLocation(p, n);
  const target = (w, h) => { const t = gl.createTexture(); gl.bindTexture(gl.TEXTURE_2D, t);
    gl.texStorage2D(gl.TEXTURE_2D, 1, gl.RGBA16F, w, h);
    for (const [k, v] of [[gl.TEXTURE_MIN_FILTER, gl.LINEAR], [gl.TEXTURE_MAG_FILTER, gl.LINEAR], [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE]]) gl.texParameteri(gl.TEXTURE_2D, k, v);
    const f = gl.createFramebuffer(); gl.bindFramebuffer(gl.FRAMEBUFFER, f);
    gl.framebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, t, 0); return { t, f, w, h }; };
  const bf = gl.createBuffer(); gl.bindBuffer(gl.ARRAY_BUFFER, bf);
  gl.bufferData(gl.ARRAY_BUFFER, new Float32Array([-1, -1, 3, -1, -1, 3]), gl.STATIC_DRAW);
  gl.enableVertexAttribArray(0); gl.vertexAttribPointer(0, 2, gl.FLOAT, false, 0, 0);

  const scene = program(frag);
  const down = program(passes.down), up = program(passes.up), finish = program(passes.finish);

  const SW = Math.round(W * scale), SH = Math.round(H * scale), A = target(SW, SH), chain = []; let w = SW, h = SH;
  for (let i = 0; i < 6; i++) { w = Math.max(2, w >> 1); h = Math.max(2, h >> 1); chain.push(target(w, h)); }
  gl.disable(gl.DEPTH_TEST);
  const pass = (p, src, dst) => { gl.useProgram(p); gl.bindFramebuffer(gl.FRAMEBUFFER, dst ? dst.f : null);
    gl.viewport(0, 0, dst ? dst.w : W, dst ? dst.h : H); gl.activeTexture(gl.TEXTURE0); gl.bindTexture(gl.TEXTURE_2D, src.t);
    gl.uniform1i(loc(p, 's'), 0); gl.uniform2f(loc(p, 'px'), 1 / src.w, 1 / src.h); };
  gl.useProgram(scene);
  gl.uniform2f(loc(scene, 'uRes'), SW, SH); gl.uniform1f(loc(scene, 'uDur'), dur); gl.uniform1ui(loc(scene, 'uSeed'), seed >>> 0);
  for (const [k, v] of Object.entries(params)) { const l = loc(scene, k); const a = [].concat(v); if (l) gl['uniform' + a.length + 'fv'](l, a); }
  const hal = (i, b) => { let f = 1, r = 0; while (i > 0) { f /= b; r += f * (i % b); i = Math.floor(i / b); } return r; };
  window.__frame = (t, dt, n, frame, quality) => {
    gl.useProgram(scene); gl.bindFramebuffer(gl.FRAMEBUFFER, A.f); gl.viewport(0, 0, SW, SH);
    gl.clearColor(0, 0, 0, 0); gl.clear(gl.COLOR_BUFFER_BIT);
    gl.enable(gl.BLEND); gl.blendFunc(gl.ONE, gl.ONE); gl.uniform1f(loc(scene, 'uWeight'), 1 / n);
    for (let k = 0; k < n; k++) {
      gl.uniform1f(loc(scene, 'uTime'), t + dt * 0.5 * (k + 0.5) / n - dt * 0.25);
      gl.uniform2f(loc(scene, 'uJit'), n > 1 ? hal(k + 1, 2) - 0.5 : 0, n > 1 ? hal(k + 1, 3) - 0.5 : 0);
      gl.drawArrays(gl.TRIANGLES, 0, 3); gl.flush();
    }
    gl.disable(gl.BLEND);
    let s = A; for (const d of chain) { pass(down, s, d); gl.drawArrays(gl.TRIANGLES, 0, 3); s = d; }
    gl.enable(gl.BLEND); gl.blendFunc(gl.ONE, gl.ONE);
    for (let i = chain.length - 1; i > 0; i--) { pass(up, chain[i], chain[i - 1]); gl.drawArrays(gl.TRIANGLES, 0, 3); }
    gl.disable(gl.BLEND);
    pass(finish, A, null); gl.activeTexture(gl.TEXTURE1); gl.bindTexture(gl.TEXTURE_2D, chain[0].t); gl.uniform1i(loc(finish, 'b'), 1);
    gl.uniform2f(loc(finish, 'res'), W, H); gl.uniform1ui(loc(finish, 'frame'), (frame + seed * 131) >>> 0);
    for (const k of gradeNumbers) gl.uniform1f(loc(finish, k), grade[k]);
    gl.uniform3fv(loc(finish, 'gain'), grade.gain); gl.uniform3fv(loc(finish, 'lift'), grade.lift);
    gl.drawArrays(gl.TRIANGLES, 0, 3);
    return c.toDataURL('image/jpeg', quality).split(',')[1];
  };
  return gl.getParameter(dbg ? dbg.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
}
