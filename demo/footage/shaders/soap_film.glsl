// soap_film.glsl - interference colors in a draining, swirling film.
// @param float thick 560
// @param float span 620
// @param float pace 1.0
// @param float zoom 1.0
// @param float bubble 0.0
vec3 film(float nm,float cosT){ // two-beam interference in a film of water, sampled at three bands each
  vec3 c=vec3(0.0);float path=2.0*1.33*nm*cosT;
  vec3 L0=vec3(650.0,545.0,455.0);
  for(int i=-1;i<=1;i++){vec3 L=L0+float(i)*vec3(26.0,22.0,18.0);vec3 s=sin(PI*path/L);c+=s*s;}
  return c/3.0;
}
vec2 drift(vec2 p,float t){
  for(int i=0;i<18;i++){float tt=t-0.09*float(i);
    vec3 a=vnoiseD(p*1.3+vec2(0.07*tt,3.0)),b=vnoiseD(p*3.0+vec2(9.0,-0.10*tt)),c=vnoiseD(p*6.7+vec2(0.15*tt,0.1*tt));
    p-=(vec2(a.z,-a.y)*0.36+vec2(b.z,-b.y)*0.17+vec2(c.z,-c.y)*0.055)*0.088;}
  return p;
}
vec3 scene(vec2 fc){
  float t=uTime*pace+8.0;vec2 uv=screen(fc)+handheld(uTime*0.3,0.004);
  vec2 p=uv*1.25*zoom;float cosT=0.93;float mask=1.0,fr=1.0;vec3 bg=vec3(0.004,0.005,0.008);vec3 add=vec3(0.0);
  if(bubble>0.0){
    vec2 c=vec2(0.05+0.02*sin(uTime*0.5),0.02*sin(uTime*0.7));float R=0.40+0.004*sin(uTime*1.7);vec2 q=(uv-c)/R;q.x*=1.0+0.012*sin(uTime*2.1);float r=length(q);
    mask=smoothstep(1.004,0.992,r);float z=sqrt(max(0.0,1.0-r*r));cosT=sqrt(1.0-(1.0-z*z)/1.77);fr=0.10+0.90*pow(1.0-z,1.5);
    p=q*(0.72+0.28*r*r)*0.95;
    bg=mix(vec3(0.030,0.050,0.065),vec3(0.008,0.012,0.022),smoothstep(-0.5,0.6,uv.y))*(0.7+0.6*fbm(uv*1.4+2.0,3));
    for(int i=0;i<12;i++){vec4 k=rndv4(vec2(float(i),5.0));float l=length(uv-(k.xy-0.5)*vec2(2.0,1.1));float RR=0.03+0.07*k.z;bg+=mix(vec3(0.3,0.5,0.45),vec3(0.6,0.5,0.35),k.w)*0.085*smoothstep(RR,RR*0.85,l);}
    for(int s=0;s<2;s++){vec2 w=(q-(s==0?vec2(-0.42,0.50):vec2(0.40,-0.54)))*(s==0?1.0:-1.35);w=rot(0.55)*w;w.y+=w.x*w.x*0.9;float win=smoothstep(0.03,0.0,max(abs(w.x)-0.20,abs(w.y)-0.13))*(1.0-0.9*smoothstep(0.016,0.004,min(abs(w.x),abs(w.y))));add+=vec3(0.85,0.95,1.0)*win*(s==0?0.55:0.20);}
  }
  vec2 d=drift(p,t);
  float n=fbm(d*1.5+vec2(0.0,0.05*t),5);float n2=fbm(d*4.2+7.0,4);
  float nm=thick+span*(n-0.5)*1.5-span*0.50*p.y+span*0.20*(n2-0.5);
  float black=smoothstep(30.0,150.0,nm);nm=max(nm,18.0);
  vec3 f=film(nm,cosT);f=mix(f,vec3(dot(f,vec3(0.33))),0.30);f=f*mat3(0.86,0.10,0.04,0.16,0.76,0.08,0.06,0.12,0.82);f*=vec3(1.10,0.88,1.08);f=pow(f,vec3(1.5))*1.15;
  vec3 g=vnoiseD(d*3.0);float sheen=0.70+0.55*smoothstep(-0.3,0.8,g.y*0.5+g.z*0.5)+0.22*(n2-0.5);
  vec3 col=max(f,0.0)*black*sheen*1.05;
  if(bubble>0.0){col=bg*(1.0-0.12*mask)+mask*(col*fr*1.25+add*(0.35+0.65*f))+mask*vec3(0.5,0.7,0.8)*0.10*pow(fr,3.0);}
  else{float v=1.0-0.35*dot(uv,uv);col*=v;}
  return col;
}
