// bubbles.glsl - gas bubbles rising through liquid, several focal planes.
// @param vec3 liquidTop 1.05 0.62 0.16
// @param vec3 liquidLow 0.42 0.16 0.020
// @param vec3 rim 1.0 0.90 0.66
// @param float speed 1.0
// @param float scale 1.0
// @param float streams 1.0
vec3 back(vec2 uv){
  float t=uTime;
  float n=fbm(uv*1.6+vec2(0.06*t,-0.10*t)+0.6*fbm(uv*1.1-0.05*t,3),4);
  vec3 c=mix(liquidLow,liquidTop,smoothstep(-0.55,0.60,uv.y+0.40*(n-0.5)));
  c+=liquidTop*0.55*exp(-dot(uv-vec2(0.35,0.42),uv-vec2(0.35,0.42))*2.2);
  c*=0.85+0.4*n;
  return c;
}
vec3 quick(vec2 uv){float y=smoothstep(-0.55,0.60,uv.y);return mix(liquidLow,liquidTop,y)*(0.98+0.12*sin(uv.x*5.0+uv.y*3.0))+liquidTop*0.55*exp(-dot(uv-vec2(0.35,0.42),uv-vec2(0.35,0.42))*2.2);}
vec4 orb(vec2 d,float R,float blur,vec2 uv){ // color, coverage
  float l=length(d)/R;if(l>1.0+blur*2.0)return vec4(0.0);
  vec2 n=d/R;float z=sqrt(max(0.0,1.0-l*l));
  float k=smoothstep(1.0+blur,1.0-blur-0.03,l);
  vec3 refr=quick(uv-n*0.55*l*l);refr=mix(refr,quick(-uv*0.6-n*0.5),0.35*l*l);
  float fr=pow(1.0-z,2.6);
  vec3 c=refr*(1.0-0.55*smoothstep(0.55,0.97,l))+rim*fr*(0.28+0.75*smoothstep(-0.2,0.9,n.y*0.7+n.x*0.3))*0.75;
  float s=0.12+blur*0.8;
  c+=rim*1.9*exp(-dot(n-vec2(-0.36,0.46),n-vec2(-0.36,0.46))/(s*s*0.6))*(0.35/(0.35+blur*2.0));
  c+=rim*0.7*exp(-dot(n-vec2(0.40,-0.52),n-vec2(0.40,-0.52))/(s*s*1.6))*0.5;
  return vec4(c,k*(blur>0.2?0.75:1.0));
}
vec3 scene(vec2 fc){
  float t=uTime*speed;vec2 uv=screen(fc)+handheld(uTime*0.4,0.005);
  vec3 col=back(uv);
  // depth layers, back to front
  for(int l=0;l<5;l++){
    float fl=float(l);float n=(l==0?17.0:l==1?11.0:l==2?6.5:l==3?4.0:2.3)/scale;float blur=l==0?0.35:l==1?0.10:l==2?0.03:l==3?0.10:0.42;
    float v=(l<2?0.16:0.22+0.05*fl)*(0.8+0.05*fl);
    vec2 q=uv*n;float cx=floor(q.x);
    vec4 best=vec4(0.0);
    for(int ox=-1;ox<=1;ox++){
      float c=cx+float(ox);float rr=rnd2(vec2(c,fl*13.0));
      float qy=q.y-t*v*n*(0.75+0.6*rr)+rr*50.0;float cy=floor(qy);
      for(int oy=-1;oy<=1;oy++){
        float y=cy+float(oy);vec4 r=rndv4(vec2(c*7.0+fl,y+fl*31.0));
        if(r.w>(l==2?0.55:l>2?0.34:0.62))continue;
        float R=0.10+0.24*r.z*r.z+(l>2?0.05:0.0);
        float yy=uv.y*n;float wob=0.16*sin(yy*1.6+r.x*20.0+t*1.2)+0.06*sin(yy*4.1+r.y*9.0);
        vec2 d=vec2(q.x-(c+0.3+0.4*r.x)-wob,qy-(y+0.3+0.4*r.y));
        d.y*=1.0+0.12*sin(t*5.0+r.x*20.0)*(R>0.2?1.0:0.3);
        vec4 o=orb(d,R,blur,uv);if(o.a>best.a)best=o;
      }
    }
    col=mix(col,best.rgb,best.a*(l==0?0.45:l==4?0.55:0.92));
  }
  // fine strings of beads
  if(streams>0.0)for(int s=0;s<6;s++){
    float fs=float(s);vec3 r=rndv3(vec2(fs,61.0));float x=(r.x-0.5)*1.6+0.010*sin(uv.y*14.0+t*2.0+fs)+0.02*sin(uv.y*3.0+fs*2.0);
    float sp=0.30+0.14*r.y;float u=uv.y*13.0*(1.0-0.25*uv.y)-t*sp*13.0;float k=floor(u);float rr=rnd2(vec2(k,fs*7.0));
    vec2 d=vec2(uv.x-x-0.006*(rr-0.5),(fract(u)-0.5)/13.0);float R=(0.0065+0.007*rr)*(0.75+0.6*(uv.y+0.5));
    vec4 o=orb(d,R,0.08,uv);col=mix(col,o.rgb,o.a*step(0.25,rr)*0.9);
  }
  return col;
}
