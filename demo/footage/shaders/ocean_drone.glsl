// ocean_drone.glsl - straight-down drone view of wind-driven sea with whitecaps and foam lace.
// @param float width 46
// @param float driftX 0.9
// @param float driftY 2.6
// @param float turn 0.35
// @param vec3 deep 0.006 0.060 0.095
// @param vec3 shallow 0.020 0.230 0.260
// @param float foam 0.55
// @param float glint 1.0
// @param float reef 0.0
// @param vec3 light 1.0 0.95 0.86
// @param vec3 ambient 0.45 0.60 0.75
float waves(vec2 p,float t,out vec2 g){
  g=vec2(0.0);float h=0.0,k=0.30,a=0.55;vec2 d=vec2(0.8,0.6);
  for(int i=0;i<15;i++){
    vec2 w=normalize(vec2(0.15,-1.0)*1.25+d);
    float ph=k*dot(w,p)-sqrt(9.8*k)*t*0.7+float(i)*2.1+0.9*sin(dot(p,vec2(-w.y,w.x))*k*0.22+float(i));
    float c=cos(ph),s=sin(ph);
    h+=a*(c+0.2*(2.0*c*c-1.0));g+=w*(-a*k*s*(1.0+0.8*c));
    d=vec2(-0.7374*d.x-0.6755*d.y,0.6755*d.x-0.7374*d.y);k*=1.30;a*=0.72;
  }
  return h;
}
float lace(vec2 p,float t,float dens){
  vec2 w=vec2(fbm(p*0.45,3),fbm(p*0.45+vec2(31.0,7.0),3))-0.5;
  p+=1.9*w+0.35*(vec2(vnoise(p*2.3),vnoise(p*2.3+9.0))-0.5);
  vec4 c=cellsT(p*0.8,t*0.8);vec4 e=cellsT(TURN*p*1.9+vec2(5.3,1.7),t*1.1);vec4 g=cells(p*5.1);
  float wd=0.05+0.30*dens;
  float a=smoothstep(wd,0.0,c.y-c.x),b=smoothstep(wd*1.1,0.0,e.y-e.x),d=smoothstep(wd,0.0,g.y-g.x);
  return sat(a*(0.55+0.45*d)+0.75*b*(0.25+0.75*dens)+0.35*d*dens);
}
vec3 scene(vec2 fc){
  float t=uTime;vec2 uv=screen(fc);
  uv=rot(turn+0.012*t)*(uv+handheld(t,0.008))*(1.0-0.010*t);
  vec2 p=uv*width*0.5625+vec2(driftX,driftY)*t*0.7;
  vec2 g;float h=waves(p,t,g);
  vec3 rip=vnoiseD(p*2.6+vec2(t*0.9,-t*1.4)),rip2=vnoiseD(TURN*p*6.0-vec2(t,t*1.7));
  vec2 gs=g+0.10*rip.yz+0.05*rip2.yz;
  vec3 n=normalize(vec3(-gs.x,1.0,-gs.y));
  vec3 s=normalize(vec3(0.75,0.52,0.30));
  // depth color
  vec2 sp0=TURN*p*0.040;float shelf=fbm(sp0+1.1*vec2(fbm(sp0*1.3,3),fbm(sp0*1.3+5.0,3)),5);
  float dep=reef>0.0?smoothstep(0.42,0.62,shelf+0.1*(vnoise(p*0.3)-0.5)):1.0;
  vec3 body=mix(shallow,deep,mix(1.0-0.35*smoothstep(-0.4,1.3,h),dep,reef>0.0?0.75:0.0));
  body=mix(body,shallow,0.50*smoothstep(0.2,1.5,h+0.5*gs.y)*(1.0-0.4*dep));
  if(reef>0.0){vec2 rq=TURN*p*0.16+g*0.07;float rk=smoothstep(0.44,0.66,fbm(rq+0.9*vec2(fbm(rq*1.7,3),fbm(rq*1.7+21.0,3))+vec2(40.0,3.0),6))*smoothstep(0.95,0.35,dep);body*=1.0-0.80*rk*reef;vec4 ca=cellsT(p*0.55+g*0.5+0.5*vec2(vnoise(p*0.5+t*0.2),vnoise(p*0.5+9.0-t*0.2)),t*1.5);body*=1.0+0.55*smoothstep(0.45,0.03,ca.y-ca.x)*(1.0-dep);}
  vec3 col=body*(ambient*0.6+light*1.35*(0.55+0.75*dot(n,s)));
  vec3 v=normalize(vec3(-uv.x*0.5,1.0,-uv.y*0.5));
  float fr=0.02+0.98*pow(1.0-max(dot(n,v),0.0),5.0);
  vec3 r=reflect(-v,n);
  col+=ambient*(0.35+0.5*r.y)*fr*1.6+ambient*0.045;
  float sp=pow(max(dot(r,s),0.0),220.0)*2.2+pow(max(dot(r,s),0.0),14.0)*0.05;
  col+=light*sp*glint;
  // foam: fresh whitecaps on steep crests, older lace drifting in wind rows
  vec2 q=p+vec2(0.15,-1.0)*t*0.35;
  float rows=fbm(vec2(q.x*0.16,q.y*0.055)+0.25*vnoise(q*0.12),4);
  float patchy=smoothstep(0.66-0.30*foam,0.86-0.18*foam,rows+0.10*(fbm(q*0.45,3)-0.5)+0.05*h);
  float dn=patchy*smoothstep(0.25,0.75,fbm(q*0.33+7.0,4));float l=lace(q*0.55,t,0.75*dn)*(0.45+0.75*fbm(q*3.0,3));
  float old=patchy*l*(0.25+0.75*dn);
  // breaking crests: sharp leading edge along a dominant wave front, foam thinning out behind it
  float fresh=0.0,steep=0.0;
  for(int j=0;j<2;j++){
    float fj=float(j);vec2 w=normalize(vec2(0.22-0.5*fj,-1.0)),x=vec2(-w.y,w.x);
    float al=dot(x,p),th=(0.085+0.031*fj)*dot(w,p)-t*0.20+0.35*fbm(vec2(al*0.05,fj*9.0)+p*0.02,3)+0.07*vnoise(p*0.42)+0.035*fbm(p*1.3,3);
    float row=floor(th),u=fract(th);u=1.0-u;
    float patchK=smoothstep(0.60-0.16*foam,0.74-0.12*foam,fbm(vec2(al*0.055+row*7.3+fj*31.0,row*3.1+0.10*t),3));
    float body=smoothstep(0.0,0.02,u)*exp(-u*(5.0+6.0*rnd2(vec2(row,fj+3.0))))*patchK;
    steep=max(steep,body);
    fresh=max(fresh,smoothstep(0.34,0.74,0.80*fbm(p*vec2(1.1,1.6)+vec2(0.0,t*0.5),5)+0.55*body-0.04)*smoothstep(0.02,0.20,body));
  }
  float f=sat(old*0.8*foam*1.6+fresh*foam*1.9);
  float under=sat(patchy*0.30+steep*0.6)*foam;
  col=mix(col,shallow*1.5*(light*0.8+ambient*0.5)+0.04,under*0.34);
  vec3 white=(light*1.15*(0.62+0.5*dot(n,s))+ambient*0.40);
  col=mix(col,white*(0.62+0.42*fbm(p*3.1,3)),f*0.92);
  return col*0.92;
}
